/* SPDX-License-Identifier: MIT */
#include "compare.h"

int main(int argc, char **argv)
{
    return oracle_compare_run(argc, argv, stdout);
}
