/* SPDX-License-Identifier: MIT */
/* layer_name: the name of the layer, as in the manifest. */
#ifndef US_LAYER_NAME_H
#define US_LAYER_NAME_H

#define US_LAYER_NAME "XR_APILAYER_NOVENDOR_understudy"

#endif
