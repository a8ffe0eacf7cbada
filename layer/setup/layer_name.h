/* SPDX-License-Identifier: MIT */
/* layer_name: the name under which the manifest lists the layer. */
#ifndef US_LAYER_NAME_H
#define US_LAYER_NAME_H

#define US_LAYER_NAME "XR_APILAYER_NOVENDOR_understudy"

#endif
