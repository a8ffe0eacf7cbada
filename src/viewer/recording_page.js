// SPDX-License-Identifier: MIT
// The page of a recording alone.
import { inflate, readBase64, readJson } from "./data/bytes.js";
import { recordingLanes } from "./data/recording_lanes.js";
import { recordingValues } from "./data/recording_values.js";
import { Recording } from "./data/recording.js";
import { seconds, shorten } from "./dom.js";
import { layOut, makeStore } from "./layout.js";
import { RecordingFacts } from "./panels/recording_facts.js";
import { StagePanel } from "./panels/stage_panel.js";
import { ValuesPanel } from "./panels/values_panel.js";

// The recording whose data begins with `id`.
export async function readRecording(id = "") {
  const facts = readJson(`${id}recording`);
  return new Recording(facts, await inflate(readBase64(`${id}tracks`)));
}

export async function showRecording() {
  const recording = await readRecording();
  const store = makeStore(recording.from);
  recording.lanes = recordingLanes(recording);
  document.title = `${shorten(recording.facts.file, 60)} – Understudy`;
  const page = layOut(store, recording, { title: recording.facts.file, sentence: `Recording of ${seconds(recording.to - recording.from)}`, left: "Values", right: "Recording" });
  const values = new ValuesPanel(page.left, store, recordingValues(recording));
  const stage = new StagePanel(page.centre, store, recording, (hand, joint) => values.pick(hand, joint));
  new RecordingFacts(page.right, store, recording);
  page.finish([stage], {}, () => values.filter.focus());
  return { store, recording, stages: [stage.stage] };
}
