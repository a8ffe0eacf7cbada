# SPDX-License-Identifier: MIT
# A person who nods and pulls the right trigger once a second, as a table: python3 table.py >nod.csv; understudy convert nod.csv -o nod.mcap
import math

print("time,head.x,head.y,head.z,head.qx,head.qy,head.qz,head.qw,right.grip.x,right.grip.y,right.grip.z,"
      "right.grip.qx,right.grip.qy,right.grip.qz,right.grip.qw,right.trigger/value,right.profile,marker")
for frame in range(180):
    t = frame / 90
    half = 0.1 * math.sin(math.pi * t)  # half of the angle about X, to the right, in radians
    print(f"{t},0,1.6,0,{math.sin(half)},0,0,{math.cos(half)},0.2,1.2,{-0.4 - 0.1 * t},0,0,0,1,{t % 1},"
          f"/interaction_profiles/oculus/touch_controller,{'pulled' if frame == 89 else ''}")
