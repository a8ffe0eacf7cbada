/* SPDX-License-Identifier: MIT */
#include "layer/pose/aim_state.h"

#include "layer/pose/convert.h"
#include "layer/pose/gesture.h"

static XrHandTrackingAimFlagsFB pinch_bits(void)
{
    return XR_HAND_TRACKING_AIM_INDEX_PINCHING_BIT_FB |
           XR_HAND_TRACKING_AIM_MIDDLE_PINCHING_BIT_FB | XR_HAND_TRACKING_AIM_RING_PINCHING_BIT_FB |
           XR_HAND_TRACKING_AIM_LITTLE_PINCHING_BIT_FB;
}

void us_aim_state_clear(XrHandTrackingAimStateFB *out)
{
    out->status = 0;
    out->aimPose = us_convert_to_posef(us_pose_identity);
    out->pinchStrengthIndex = 0.0f;
    out->pinchStrengthMiddle = 0.0f;
    out->pinchStrengthRing = 0.0f;
    out->pinchStrengthLittle = 0.0f;
}

void us_aim_state_write_pose(XrHandTrackingAimStateFB *out, enum us_hand hand,
                             struct us_pose T_base_aim)
{
    out->status = (out->status & pinch_bits()) | XR_HAND_TRACKING_AIM_COMPUTED_BIT_FB |
                  XR_HAND_TRACKING_AIM_VALID_BIT_FB;
    if (hand == US_HAND_RIGHT)
        out->status |= XR_HAND_TRACKING_AIM_DOMINANT_HAND_BIT_FB;
    out->aimPose = us_convert_to_posef(T_base_aim);
}

static XrHandTrackingAimFlagsFB bit_if(bool set, XrHandTrackingAimFlagsFB bit)
{
    return set ? bit : 0;
}

void us_aim_state_write_pinches(XrHandTrackingAimStateFB *out,
                                const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT],
                                bool pinching)
{
    float middle = us_gesture_near_thumb(joints, XR_HAND_JOINT_MIDDLE_TIP_EXT);
    float ring = us_gesture_near_thumb(joints, XR_HAND_JOINT_RING_TIP_EXT);
    float little = us_gesture_near_thumb(joints, XR_HAND_JOINT_LITTLE_TIP_EXT);
    out->pinchStrengthIndex = us_gesture_pinch(joints, pinching);
    out->pinchStrengthMiddle = middle;
    out->pinchStrengthRing = ring;
    out->pinchStrengthLittle = little;
    out->status = (out->status & ~pinch_bits()) |
                  bit_if(pinching, XR_HAND_TRACKING_AIM_INDEX_PINCHING_BIT_FB) |
                  bit_if(!pinching && middle >= 1.0f, XR_HAND_TRACKING_AIM_MIDDLE_PINCHING_BIT_FB) |
                  bit_if(!pinching && ring >= 1.0f, XR_HAND_TRACKING_AIM_RING_PINCHING_BIT_FB) |
                  bit_if(!pinching && little >= 1.0f, XR_HAND_TRACKING_AIM_LITTLE_PINCHING_BIT_FB);
}
