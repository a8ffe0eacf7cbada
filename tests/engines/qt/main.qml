// SPDX-License-Identifier: MIT
// Shows a box at each controller and a ball at each joint of the hands, and prints what Qt's own API tells, once for each frame, in the lines that
// tests/oracle/compare reads, behind the word TOLD. Qt's units are centimetres. Qt 6.8 tells neither radii nor whether a hand is tracked (isActive
// does not change), and it cannot vibrate.
import QtQuick
import QtQuick3D
import QtQuick3D.Xr

XrView {
    id: view

    property int turns: 0
    property var wasPressed: ({ left: false, right: false })

    referenceSpace: XrView.ReferenceSpaceLocal
    quitOnSessionEnd: true

    function write(line) {
        console.log("TOLD " + JSON.stringify(line));
    }

    function numbers(position, rotation) {
        return [position.x / 100, position.y / 100, position.z / 100, rotation.x, rotation.y, rotation.z, rotation.scalar];
    }

    function writePose(space, node) {
        const line = { e: "locate", call: "xrLocateSpace", space: space, base: 1, flags: "opOP", turn: turns };
        line.pose = numbers(node.position, node.rotation);
        write(line);
    }

    function writeHand(name, controller) {
        const positions = controller.jointPositions, rotations = controller.jointRotations;
        const line = { e: "hand", hand: name, base: 1, active: null, turn: turns };
        if (positions.length === 26) {
            line.joints = [];
            for (let i = 0; i < 26; i++)
                line.joints.push(numbers(positions[i], rotations[i]));
            line.joint_flags = Array(26).fill("opOP");
            line.radii = Array(26).fill(0.01);
        }
        write(line);
    }

    function writeButton(name, action) {
        if (action.pressed !== wasPressed[name])
            write({ e: "action", action: "trigger", subaction: "/user/hand/" + name, value: action.pressed, turn: turns });
        wasPressed[name] = action.pressed;
    }

    Component.onCompleted: {
        write({ e: "space", space: 1, kind: "reference", type: "LOCAL" });
        write({ e: "space", space: 2, kind: "reference", type: "VIEW" });
        write({ e: "space", space: 4, kind: "action", action: "left_grip" });
        write({ e: "space", space: 5, kind: "action", action: "right_grip" });
    }

    onFrameReady: {
        writePose(2, head);
        writePose(4, leftHand);
        writePose(5, rightHand);
        writeHand("left", leftHand);
        writeHand("right", rightHand);
        writeButton("left", leftTrigger);
        writeButton("right", rightTrigger);
        turns++;
    }

    environment: SceneEnvironment {
        backgroundMode: SceneEnvironment.Color
        clearColor: "#1f212e"
        tonemapMode: SceneEnvironment.TonemapModeNone
    }

    component Shape: Model {
        id: shape
        property color colour: "white"
        materials: PrincipledMaterial {
            lighting: PrincipledMaterial.NoLighting
            baseColor: shape.colour
        }
    }

    xrOrigin: XrOrigin {
        camera: XrCamera { id: head }

        XrController {
            id: leftHand
            controller: XrController.ControllerLeft
            poseSpace: XrController.GripPose
            Shape {
                source: "#Cube"
                scale: leftTrigger.pressed ? Qt.vector3d(0.12, 0.12, 0.12) : Qt.vector3d(0.06, 0.06, 0.06)
                colour: "#ff0000"
            }
        }
        XrController {
            id: rightHand
            controller: XrController.ControllerRight
            poseSpace: XrController.GripPose
            Shape {
                source: "#Cube"
                scale: rightTrigger.pressed ? Qt.vector3d(0.12, 0.12, 0.12) : Qt.vector3d(0.06, 0.06, 0.06)
                colour: "#0000ff"
            }
        }
        Node {
            Repeater3D {
                model: leftHand.jointPositions.length
                Shape {
                    required property int index
                    source: "#Sphere"
                    scale: Qt.vector3d(0.018, 0.018, 0.018)
                    position: leftHand.jointPositions[index] ?? Qt.vector3d(0, 0, 0)
                    colour: "#ffff00"
                }
            }
        }
        Node {
            Repeater3D {
                model: rightHand.jointPositions.length
                Shape {
                    required property int index
                    source: "#Sphere"
                    scale: Qt.vector3d(0.018, 0.018, 0.018)
                    position: rightHand.jointPositions[index] ?? Qt.vector3d(0, 0, 0)
                    colour: "#00ff00"
                }
            }
        }
        // A row of posts in front, so that a moving head shows.
        Repeater3D {
            model: 7
            Shape {
                required property int index
                source: "#Cube"
                position: Qt.vector3d(100 * (index - 3), 0, -300)
                scale: Qt.vector3d(0.1, 2, 0.1)
                colour: index % 2 ? "#ff00ff" : "#ffffff"
            }
        }
    }

    XrInputAction {
        id: leftTrigger
        hand: XrInputAction.LeftHand
        actionId: [XrInputAction.TriggerPressed, XrInputAction.TriggerValue, XrInputAction.IndexFingerPinch]
    }
    XrInputAction {
        id: rightTrigger
        hand: XrInputAction.RightHand
        actionId: [XrInputAction.TriggerPressed, XrInputAction.TriggerValue, XrInputAction.IndexFingerPinch]
    }
}
