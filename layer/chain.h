/* SPDX-License-Identifier: MIT */
/*
 * chain: the `next` chains of OpenXR's structs.
 *
 * The first struct of a type counts (OpenXR 1.0, 2.7.7, "Next Chain Structure Uniqueness"). Unknown
 * ones are passed over. `next` may be NULL. Nothing is written.
 */
#ifndef US_CHAIN_H
#define US_CHAIN_H

#include "xr.h"

/* In a chain of outputs, which the caller may fill. */
void *us_chain_find_output(void *next, XrStructureType type);
/* In a chain of inputs. */
const void *us_chain_find_input(const void *next, XrStructureType type);

#endif
