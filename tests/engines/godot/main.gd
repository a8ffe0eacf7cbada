# SPDX-License-Identifier: MIT
# Writes what Godot's own API tells of the head, the controllers, the hands and the gaze, in the lines that tests/oracle/compare reads,
# and shows them: a box at each controller, a ball at each joint. Vibrates a hand when its select button goes down.
#   godot ... -- --log FILE
extends Node3D

const HANDS := ["left", "right"]
# Godot turns each joint from OpenXR's axes, -Z along the bone, to those of its humanoid skeleton, +Y along the bone: OpenXR's orientation times this
# (modules/openxr/extensions/openxr_hand_tracking_extension.cpp). The told log has OpenXR's.
const BONE := Quaternion(0.0, -sqrt(0.5), sqrt(0.5), 0.0)
# XRHandTracker's joints in the order of XrHandJointEXT: Godot has the same order.
const JOINTS := 26

var xr: XRInterface
var times: Object
var log_file: FileAccess
var controllers := {}
var joints := {}
var was_pressed := {"left": false, "right": false}


func _ready() -> void:
	var arguments := OS.get_cmdline_user_args()
	var at := arguments.find("--log")
	if at >= 0:
		log_file = FileAccess.open(arguments[at + 1], FileAccess.WRITE)
	xr = XRServer.find_interface("OpenXR")
	if xr == null or not xr.is_initialized():
		printerr("no OpenXR")
		get_tree().quit(1)
		return
	times = ClassDB.instantiate("OpenXRAPIExtension")
	get_viewport().use_xr = true
	xr.session_stopping.connect(func() -> void: get_tree().quit(0))
	xr.session_focussed.connect(func() -> void: write({"e": "state", "state": "FOCUSED"}))
	write({"e": "space", "space": 1, "kind": "reference", "type": "LOCAL"})
	write({"e": "space", "space": 2, "kind": "reference", "type": "VIEW"})
	write({"e": "space", "space": 3, "kind": "action", "action": "gaze"})
	write({"e": "space", "space": 4, "kind": "action", "action": "left_grip"})
	write({"e": "space", "space": 5, "kind": "action", "action": "right_grip"})
	write({"e": "space", "space": 6, "kind": "action", "action": "left_aim"})
	write({"e": "space", "space": 7, "kind": "action", "action": "right_aim"})
	build()


func build() -> void:
	var origin := XROrigin3D.new()
	add_child(origin)
	origin.add_child(XRCamera3D.new())
	for hand: String in HANDS:
		var controller := XRController3D.new()
		controller.tracker = hand + "_hand"
		controller.pose = "grip"
		controller.add_child(shape(BoxMesh.new(), 0.06, Color.ORANGE_RED if hand == "left" else Color.DODGER_BLUE))
		origin.add_child(controller)
		controllers[hand] = controller
		joints[hand] = []
		for joint in JOINTS:
			var ball := shape(SphereMesh.new(), 0.018, Color.GOLD if hand == "left" else Color.LIME_GREEN)
			ball.visible = false
			origin.add_child(ball)
			joints[hand].append(ball)
	# A wall of posts in front, so that a moving head shows.
	for i in 7:
		var post := shape(BoxMesh.new(), 0.1, Color.from_hsv(i / 7.0, 0.8, 0.9))
		post.scale = Vector3(0.1, 2.0, 0.1)
		post.position = Vector3(i - 3.0, 0.0, -3.0)
		origin.add_child(post)
	var environment := Environment.new()
	environment.background_mode = Environment.BG_COLOR
	environment.background_color = Color(0.12, 0.13, 0.18)
	var world := WorldEnvironment.new()
	world.environment = environment
	add_child(world)


func shape(mesh: Mesh, size: float, colour: Color) -> MeshInstance3D:
	var material := StandardMaterial3D.new()
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.albedo_color = colour
	var instance := MeshInstance3D.new()
	instance.mesh = mesh
	instance.material_override = material
	instance.scale = Vector3.ONE * size
	return instance


func _process(_delta: float) -> void:
	if xr == null:
		return
	var time: int = times.get_predicted_display_time()
	if time == 0:
		return
	write_pose(2, "head", "default", time)
	write_pose(3, "/user/eyes_ext", "default", time)
	for i in 2:
		var hand: String = HANDS[i]
		write_pose(4 + i, hand + "_hand", "grip", time)
		write_pose(6 + i, hand + "_hand", "aim", time)
		write_hand(hand, time)
		var pressed: bool = controllers[hand].is_button_pressed("select_button")
		if pressed != was_pressed[hand]:
			write({"e": "action", "action": "select_button", "subaction": "/user/hand/" + hand, "value": pressed, "wall_time_ns": time})
			was_pressed[hand] = pressed
		if pressed:
			controllers[hand].trigger_haptic_pulse("haptic", 0.0, 0.5, 0.05, 0.0)
		controllers[hand].get_child(0).scale = Vector3.ONE * (0.12 if pressed else 0.06)


func write_pose(space: int, tracker_name: String, pose_name: String, time: int) -> void:
	var tracker := XRServer.get_tracker(tracker_name) as XRPositionalTracker
	var pose := tracker.get_pose(pose_name) if tracker else null
	var flags := "opOP" if pose and pose.has_tracking_data and pose.tracking_confidence == XRPose.XR_TRACKING_CONFIDENCE_HIGH else ""
	var line := {"e": "locate", "call": "xrLocateSpace", "space": space, "base": 1, "flags": flags, "wall_time_ns": time}
	if flags:
		line["pose"] = numbers(pose.transform)
	write(line)


func write_hand(hand: String, time: int) -> void:
	var tracker := XRServer.get_tracker("/user/hand_tracker/" + hand) as XRHandTracker
	var line := {"e": "hand", "hand": hand, "base": 1, "active": tracker != null and tracker.has_tracking_data, "wall_time_ns": time}
	var poses := []
	var flags := []
	var radii := []
	for joint in JOINTS:
		var ball: MeshInstance3D = joints[hand][joint]
		ball.visible = line["active"]
		if not line["active"]:
			continue
		var bits := tracker.get_hand_joint_flags(joint)
		var place := tracker.get_hand_joint_transform(joint)
		ball.transform = Transform3D(Basis.from_scale(Vector3.ONE * 0.018), place.origin)
		flags.append(("o" if bits & 1 else "") + ("p" if bits & 4 else "") + ("O" if bits & 2 else "") + ("P" if bits & 8 else ""))
		poses.append(numbers(Transform3D(Basis(place.basis.get_rotation_quaternion() * BONE.inverse()), place.origin)))
		radii.append(tracker.get_hand_joint_radius(joint))
	if line["active"]:
		line.merge({"joints": poses, "joint_flags": flags, "radii": radii})
	write(line)


func numbers(place: Transform3D) -> Array:
	var turn := place.basis.get_rotation_quaternion()
	return [place.origin.x, place.origin.y, place.origin.z, turn.x, turn.y, turn.z, turn.w]


func write(line: Dictionary) -> void:
	if log_file:
		log_file.store_line(JSON.stringify(line, "", false, true))
