# SPDX-License-Identifier: MIT
# A menu on a quad layer with one button, and a cube. The right hand's ray presses the button when its trigger is pulled; that makes the cube green.
# A hand that is squeezed within reach of the cube takes it; let go, the cube falls to the table, 0.4 m below the eyes, by the seconds that _process is told.
# Each of these vibrates the hand, and writes a line to the standard output.
extends Node3D

const MENU_SIZE := Vector2(0.6, 0.3)
const BUTTON := Rect2(0.55, 0.5, 0.35, 0.3) # in the menu, from its left upper corner
const REACH_M := 0.12
const TABLE_M := -0.4

var cube: MeshInstance3D
var menu: OpenXRCompositionLayerQuad
var button: ColorRect
var hands := {}
var was := {"left": {}, "right": {}}
var holder: XRController3D
var hold: Transform3D
var falls := false
var speed := 0.0
var frame := 0


func _ready() -> void:
	var xr := XRServer.find_interface("OpenXR")
	if xr == null or not xr.is_initialized():
		printerr("no OpenXR")
		get_tree().quit(1)
		return
	get_viewport().use_xr = true
	xr.session_stopping.connect(func() -> void: get_tree().quit(0))
	var origin := XROrigin3D.new()
	add_child(origin)
	origin.add_child(XRCamera3D.new())
	for hand: String in ["left", "right"]:
		for pose: String in ["grip", "aim"]:
			var controller := XRController3D.new()
			controller.tracker = hand + "_hand"
			controller.pose = pose
			origin.add_child(controller)
			hands[hand + pose] = controller
		hands[hand + "grip"].add_child(shape(0.04, Color.ORANGE_RED if hand == "left" else Color.DODGER_BLUE))
	cube = shape(0.1, Color.WHITE)
	cube.position = Vector3(-0.2, TABLE_M + 0.05, -0.5)
	origin.add_child(cube)
	origin.add_child(make_menu())
	var environment := Environment.new()
	environment.background_mode = Environment.BG_COLOR
	environment.background_color = Color(0.12, 0.13, 0.18)
	var world := WorldEnvironment.new()
	world.environment = environment
	add_child(world)


func shape(size: float, colour: Color) -> MeshInstance3D:
	var material := StandardMaterial3D.new()
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.albedo_color = colour
	var instance := MeshInstance3D.new()
	instance.mesh = BoxMesh.new()
	instance.material_override = material
	instance.scale = Vector3.ONE * size
	return instance


func make_menu() -> OpenXRCompositionLayerQuad:
	var page := SubViewport.new()
	page.size = Vector2i(256, 128)
	page.render_target_update_mode = SubViewport.UPDATE_ALWAYS
	page.add_child(rect(Rect2(0, 0, 1, 1), Color(0.25, 0.25, 0.3)))
	page.add_child(rect(Rect2(0.1, 0.1, 0.8, 0.2), Color(0.8, 0.8, 0.8)))
	button = rect(BUTTON, Color(0.7, 0.2, 0.2))
	page.add_child(button)
	menu = OpenXRCompositionLayerQuad.new()
	menu.quad_size = MENU_SIZE
	menu.position = Vector3(0.4, 0.1, -1.2)
	menu.rotation_degrees = Vector3(10, -20, 0)
	menu.add_child(page)
	menu.layer_viewport = page
	return menu


func rect(place: Rect2, colour: Color) -> ColorRect:
	var made := ColorRect.new()
	made.color = colour
	made.position = place.position * Vector2(256, 128)
	made.size = place.size * Vector2(256, 128)
	return made


# Whether an input of the hand is pressed now and was not a frame ago.
func begins(hand: String, input: String) -> bool:
	var now: bool = hands[hand + "grip"].is_button_pressed(input)
	var begun: bool = now and not was[hand].get(input, false)
	was[hand][input] = now
	return begun


func tell(hand: String, what: String) -> void:
	print("TOLD frame %d: %s hand %s; cube at %s" % [frame, hand, what, cube.position])
	hands[hand + "grip"].trigger_haptic_pulse("haptic", 0.0, 0.5, 0.05, 0.0)


func _process(delta: float) -> void:
	frame += 1
	for hand: String in ["left", "right"]:
		var grip: XRController3D = hands[hand + "grip"]
		var aim: XRController3D = hands[hand + "aim"]
		if begins(hand, "trigger_click"):
			var place := menu.intersects_ray(aim.global_position, -aim.global_basis.z)
			if BUTTON.has_point(place):
				button.color = Color(0.2, 0.8, 0.2)
				cube.material_override.albedo_color = Color.LIME_GREEN
				tell(hand, "pressed the button")
		if begins(hand, "grip_click") and grip.global_position.distance_to(cube.global_position) < REACH_M:
			holder = grip
			falls = false
			hold = grip.global_transform.affine_inverse() * cube.global_transform
			tell(hand, "took the cube")
		if holder == grip and not grip.is_button_pressed("grip_click"):
			holder = null
			falls = true
			speed = 0.0
			tell(hand, "let the cube go")
	if holder:
		cube.global_transform = holder.global_transform * hold
	elif falls:
		speed += 9.81 * delta
		cube.position.y -= speed * delta
		if cube.position.y < TABLE_M + 0.05:
			cube.position.y = TABLE_M + 0.05
			falls = false
			print("TOLD frame %d: the cube has landed at %s" % [frame, cube.position])
