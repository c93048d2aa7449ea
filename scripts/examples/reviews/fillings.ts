/** What stands in the gaps of sentences: `{day}`, `{companion}` and the like. */
export const fillings: Readonly<Record<string, readonly string[]>> = {
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  companion: [
    'my sister',
    'my parents',
    'two friends',
    'my boss',
    'the in-laws',
    'an old friend',
    'my partner',
    'the kids',
    'my running group',
    'a client',
    'my neighbour',
    'my flatmate',
  ],
  occasion: [
    'our anniversary',
    'a birthday',
    'a farewell lunch',
    'a first date',
    'a family reunion',
    'a job I finally got',
    'my retirement',
    'Mother’s Day',
    'a baby shower',
  ],
  minutes: ['twenty', 'twenty-five', 'thirty', 'thirty-five', 'forty', 'fifty'],
};

/** Somebody at the table with the words that stand for them later in the sentence. */
export const people: readonly {
  readonly who: string;
  readonly they: string;
  readonly them: string;
  readonly their: string;
}[] = [
  { who: 'my daughter', they: 'she', them: 'her', their: 'her' },
  { who: 'my son', they: 'he', them: 'him', their: 'his' },
  { who: 'my husband', they: 'he', them: 'him', their: 'his' },
  { who: 'my wife', they: 'she', them: 'her', their: 'her' },
  { who: 'my mother', they: 'she', them: 'her', their: 'her' },
  { who: 'our youngest', they: 'she', them: 'her', their: 'her' },
  { who: 'my nephew', they: 'he', them: 'him', their: 'his' },
  { who: 'my girlfriend', they: 'she', them: 'her', their: 'her' },
];

/**
 * How the food with an allergen in it is called, so that a sentence can say "cashews" where the
 * allergy is one to cashew.
 */
export const allergens: Readonly<Record<string, string>> = {
  peanut: 'peanuts',
  'tree nut': 'nuts',
  shellfish: 'shellfish',
  sesame: 'sesame',
  cashew: 'cashews',
  walnut: 'walnuts',
  soy: 'soy',
};
