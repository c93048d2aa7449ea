export const good = `assay: 1
name: demo
guideline: { version: "1.0", file: guideline.md }
units: { pairs: units/pairs.jsonl }
tasks:
  pairs:
    unit: { id: [query_id, doc_id], subject: query_id, show: text }
    scales:
      grades: { ordinal: [0: no, 1: some, 2: high], present: 1, ticked: 2 }
    questions:
      relevance: { scale: grades }
      sufficient: { ask: { en: Enough?, de: Genug? } }
      kind: { scale: { nominal: [fact, opinion] }, when: sufficient }
      why: { scale: text, required: false }
    constraints:
      - sufficient => relevance = 2
panel:
  people: {}
  keywords: { kind: rule, file: rules.yaml }
rounds:
  training: { units: 10, key: key.jsonl, gate: [ "cohen_kappa >= 0.70 against key" ] }
  pilot:
    units: 30
    annotators: 2
    draw: { by: keywords, floor: 5, hard: 0.3, hard_by: score }
    gate:
      - percent_agreement >= 0.80
      - cohen_kappa >= 0.75 on relevance
    repeat: { units: 20 }
  re-pilot: {}
`;
