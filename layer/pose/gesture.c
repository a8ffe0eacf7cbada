/* SPDX-License-Identifier: MIT */
#include "layer/pose/hand.h"

#include <math.h>

#include "core/base/pose.h"
#include "layer/pose/convert.h"

/* Distances between the skins, in metres. XR_EXT_hand_interaction asks for 1 if the fingers touch
 * and 0 for a relaxed hand. In recordings of a HoloLens 2, a relaxed hand has a gap of 4 to 8 cm.
 */
static const float touching_m = 0.0f, apart_m = 0.05f;
/* The largest pinch value while the recorded flag is not set. */
static const float unflagged_most = 0.4f;

/*
 * The distance from a fingertip to the palm joint, divided by the length of the way along the
 * bones. In recordings of a HoloLens 2, straight fingers have 0.87 to 0.99, relaxed fingers 0.78 to
 * 0.87, fingers curled into the palm 0.26 to 0.43 (3 to 5 cm), and the index finger of a pinch has
 * 0.53 to 0.82.
 */
static const float curled_share = 0.43f, straight_share = 0.65f;

static struct us_vec3 position_of(const struct us_motion *joints, int joint)
{
    return joints[joint].pose.position_m;
}

static float between_m(const struct us_motion *joints, int a, int b)
{
    return us_vec3_norm(us_vec3_sub(position_of(joints, a), position_of(joints, b)));
}

/* Returns 1 at or below `low`, 0 at or above `high`, and a linear value in between; 0 for NaN. */
static float fall(float value, float low, float high)
{
    float share = (high - value) / (high - low);
    if (!(share > 0.0f))
        return 0.0f;
    return share < 1.0f ? share : 1.0f;
}

/* The same value for any fingertip, from the distance alone: recordings have a flag for the index
 * finger only. */
static float near_thumb(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT], XrHandJointEXT tip)
{
    float skins_m = us_joint_radius_m(us_joint_from_openxr(XR_HAND_JOINT_THUMB_TIP_EXT)) +
                    us_joint_radius_m(us_joint_from_openxr((int)tip));
    float gap_m = between_m(joints, XR_HAND_JOINT_THUMB_TIP_EXT, (int)tip) - skins_m;
    return fall(gap_m, touching_m, apart_m);
}

float us_gesture_pinch(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT], bool pinching)
{
    if (pinching)
        return 1.0f;
    return fminf(near_thumb(joints, XR_HAND_JOINT_INDEX_TIP_EXT), unflagged_most);
}

static float curl_of(const struct us_motion *joints, int proximal)
{
    const int tip = proximal + 3;
    float along_m = between_m(joints, XR_HAND_JOINT_PALM_EXT, proximal);
    for (int joint = proximal; joint < tip; joint++)
        along_m += between_m(joints, joint, joint + 1);
    return fall(between_m(joints, XR_HAND_JOINT_PALM_EXT, tip) / along_m, curled_share,
                straight_share);
}

float us_gesture_grasp(const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT])
{
    static const int proximal[] = {
        XR_HAND_JOINT_INDEX_PROXIMAL_EXT, XR_HAND_JOINT_MIDDLE_PROXIMAL_EXT,
        XR_HAND_JOINT_RING_PROXIMAL_EXT, XR_HAND_JOINT_LITTLE_PROXIMAL_EXT};
    float least = 1.0f;
    for (unsigned finger = 0; finger < 4; finger++)
        least = fminf(least, curl_of(joints, proximal[finger]));
    return least;
}

static XrHandTrackingAimFlagsFB pinch_bits(void)
{
    return XR_HAND_TRACKING_AIM_INDEX_PINCHING_BIT_FB |
           XR_HAND_TRACKING_AIM_MIDDLE_PINCHING_BIT_FB | XR_HAND_TRACKING_AIM_RING_PINCHING_BIT_FB |
           XR_HAND_TRACKING_AIM_LITTLE_PINCHING_BIT_FB;
}

void us_hand_aim_clear(XrHandTrackingAimStateFB *out)
{
    *out = (XrHandTrackingAimStateFB){
        .type = out->type, .next = out->next, .aimPose = us_convert_to_posef(us_pose_identity)};
}

void us_hand_aim_write_pose(XrHandTrackingAimStateFB *out, enum us_hand hand,
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

void us_hand_aim_write_pinches(XrHandTrackingAimStateFB *out,
                               const struct us_motion joints[XR_HAND_JOINT_COUNT_EXT],
                               bool pinching)
{
    float middle = near_thumb(joints, XR_HAND_JOINT_MIDDLE_TIP_EXT);
    float ring = near_thumb(joints, XR_HAND_JOINT_RING_TIP_EXT);
    float little = near_thumb(joints, XR_HAND_JOINT_LITTLE_TIP_EXT);
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
