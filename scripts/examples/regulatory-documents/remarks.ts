/** What simulated annotators note on hard chunks, by how many labels they ticked. */
export const remarks: Readonly<Record<'none' | 'one' | 'several', readonly string[]>> = {
  none: [
    'The document is about one of our topics, this chunk is not.',
    'Several topics are named, nothing is said about any of them.',
    'Nearly ticked one. Nothing here answers a question about it.',
    'Close to a topic that we do not have. Should we?',
    'Left empty on purpose.',
  ],
  one: [
    'A second topic is only named in passing, not ticked.',
    'Took the purpose of the rule, not its vocabulary.',
    'The neighbouring text suggests another topic. Judged the chunk alone.',
    'Could be argued the other way. See the section on borders.',
    'Would like to discuss this one on Thursday.',
    'The last sentence alone would not be enough for another label.',
  ],
  several: [
    'Two topics, and I cannot say which is the point.',
    'Graded the second one lower because only one sentence is about it.',
    'The comparison between the two is the content, so both.',
    'Ticked the one in the last sentence with some doubt.',
    'Same rule, two purposes. Both are spelled out.',
    'A reader who collects this topic would want it, hence the 1.',
  ],
};
