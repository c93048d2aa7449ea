import type { AllergyPassage } from './allergy-passages.ts';

/**
 * Accounts without a reaction: how staff dealt with allergies, what others told, worries,
 * ingredients, and what is easily misread.
 */
export const handlingPassages = {
  accommodated: [
    {
      truth: 'firsthand none false accommodated',
      stars: [5],
      text:
        'Travelling with a {allergy} allergy is tiring, so it meant a lot that the cook ' +
        'showed me the packets one by one before making my {dish}.',
    },
    {
      truth: 'firsthand none true accommodated',
      stars: [4, 5],
      text:
        'We were told clearly which three dishes are safe without {allergens}, and which ' +
        'only look it. {Who} had the {other} twice because {they} finally could.',
    },
    {
      truth: 'firsthand none false accommodated',
      stars: [5],
      text:
        'They keep a separate fryer and will show it to you. For {who}, who has not had ' +
        'anything fried outside our kitchen since the diagnosis, that was a small miracle.',
    },
    {
      truth: 'firsthand none false accommodated',
      stars: [4],
      text:
        'No {allergens} for me, please, I said, expecting the usual face. Instead I got a ' +
        'question about traces, a short talk with the kitchen and a very good {dish}.',
    },
    {
      truth: 'firsthand none false accommodated',
      stars: [4, 5],
      text:
        'Our boy’s coeliac disease makes restaurants hard work. The owner has it as well, ' +
        'cooks his food first thing in the morning on clean surfaces, and spoke to him as ' +
        'if he were a regular.',
    },
    {
      truth: 'firsthand none true accommodated',
      stars: [5],
      text:
        'Three allergies at one table and not a single eye was rolled. The waiter repeated ' +
        'everything, the chef sent word that all of it was safe, and all of it was.',
    },
    {
      truth: 'firsthand none false accommodated',
      stars: [4],
      text:
        'They had forgotten to leave out the {allergens}, noticed it themselves at the pass ' +
        'and made the whole plate again. We waited ten minutes longer and felt in good ' +
        'hands.',
    },
    {
      truth: 'firsthand none false accommodated',
      stars: [5],
      text:
        'When I explained {who}’s {allergy} allergy the baker took me to the back and told ' +
        'me which trays share an oven. We went home with the {dish} and a list on the back ' +
        'of a receipt.',
    },
    {
      truth: 'firsthand none false accommodated',
      stars: [5],
      text:
        '{Who} has a {allergy} allergy and the chef came out in person, went through the ' +
        'menu and made the {dish} in a separate pan. First relaxed dinner out in months.',
    },
    {
      truth: 'firsthand none false accommodated',
      stars: [4, 5],
      text:
        'Our server asked about allergies before we could say anything, wrote {allergy} in ' +
        'capital letters on the ticket and swapped the sauce on the {dish} without charge.',
    },
    {
      truth: 'firsthand none true accommodated',
      stars: [5],
      text:
        'They confirmed with the kitchen that the {other} has no {allergens}, brought it on ' +
        'a plate of another colour so that nothing could be mixed up, and it was fine. This ' +
        'is how it is done.',
    },
    {
      truth: 'firsthand none true accommodated',
      stars: [5],
      text:
        'As parents of a child with a {allergy} allergy we ask a lot of questions. Here ' +
        'they had answers, a binder with every ingredient, and a promise that the {dish} ' +
        'would be safe. It was.',
    },
    {
      truth: 'firsthand none false accommodated',
      stars: [4, 5],
      text:
        'I told them about my {allergy} allergy on the phone, and when we arrived there was ' +
        'a note on the table with the dishes I could eat. Tiny kitchen, huge effort.',
    },
    {
      truth: 'firsthand none false accommodated',
      stars: [4],
      text:
        'The waiter was honest and warned me that the {dish} is made in a fryer shared with ' +
        '{allergens}, then helped me to find something else. I prefer that to a shrug.',
    },
    {
      truth: 'firsthand none false accommodated',
      stars: [4, 5],
      text:
        'They changed gloves and cleaned the board when I said that {who} cannot have ' +
        '{allergens}. No sighing, no fuss. The {other} was great as well.',
    },
    {
      truth: 'firsthand none true accommodated',
      stars: [5],
      text:
        'Manager double-checked the labels with me and assured me that the {other} was fine ' +
        'for a {allergy} allergy. No reaction, no worries, happy family.',
    },
  ],
  dismissive: [
    {
      truth: 'firsthand none false dismissive',
      stars: [1, 2],
      text:
        'The waiter thought it was funny to ask whether {who} would explode if {they} ate ' +
        '{allergens}. We did not laugh. Ordered drinks only.',
    },
    {
      truth: 'firsthand none false dismissive',
      stars: [2],
      text:
        'I explained that I cannot eat {allergens} and she had turned to the next customer ' +
        'before I reached the end of the sentence. Took my {dish} elsewhere.',
    },
    {
      truth: 'firsthand none false dismissive',
      stars: [2, 3],
      text:
        '“Just pick them out” was the advice on {allergens}. For people with a {allergy} ' +
        'allergy that is like being told to pick the rain out of the lake.',
    },
    {
      truth: 'firsthand none false dismissive',
      stars: [1],
      text:
        'The hostess told her colleague, loudly, that the lady at table six is one of those ' +
        'with an allergy. Then nobody came to take our order for a very long time.',
    },
    {
      truth: 'firsthand none false dismissive',
      stars: [1, 2],
      text:
        'I asked which dishes contain {allergens} and the server rolled his eyes. “Do you ' +
        'want to eat or not?” With a {allergy} allergy, not. We left after the drinks.',
    },
    {
      truth: 'firsthand none false dismissive',
      stars: [2],
      text:
        'They brushed off my question about {allergens} as if I were making it up. I played ' +
        'safe with plain rice while everybody else had the {dish}.',
    },
    {
      truth: 'firsthand none false dismissive',
      stars: [1, 2],
      text:
        '“Everybody has an allergy these days” is not an answer when {who} asks about ' +
        '{allergens}. {They} ate the bread {they} had brought and I ate my {dish} in ' +
        'silence.',
    },
    {
      truth: 'firsthand none false dismissive',
      stars: [2],
      text:
        'Nobody behind the counter cared to look up whether the {other} contains ' +
        '{allergens}. One of them said to google it. I have carried an adrenaline pen for a ' +
        '{allergy} allergy since I was nine, so no, thank you.',
    },
  ],
  refused: [
    {
      truth: 'firsthand none false refused',
      stars: [2],
      text:
        'We asked for the {dish} to be made in a clean pan because of a {allergy} allergy ' +
        'and were told that it was too busy for that. It was half past five.',
    },
    {
      truth: 'firsthand none false refused',
      stars: [3],
      text:
        'The chef will not guarantee anything about {allergens} and asks people with ' +
        'allergies to sign a form or to eat elsewhere. We ate elsewhere.',
    },
    {
      truth: 'firsthand none false refused',
      stars: [2, 3],
      text:
        'No ingredient list, no changes, no exceptions, not even for {who} and {their} ' +
        '{allergy} allergy. They were polite about it, I will say that.',
    },
    {
      truth: 'firsthand none false refused',
      stars: [2, 3],
      text:
        'They told us straight away that they could not cook without {allergens} and that ' +
        'guests with a {allergy} allergy should not eat here. Honest, I suppose, but {who} ' +
        'went hungry.',
    },
    {
      truth: 'firsthand none false refused',
      stars: [2],
      text:
        'The chef refused to leave the {allergens} out of the {dish}, although it is a ' +
        'garnish. Policy, we were told. {Allergy} allergy at the table, so that was that.',
    },
    {
      truth: 'firsthand none false refused',
      stars: [1, 2],
      text:
        'Would not seat us once we mentioned the {allergy} allergy. I understand being ' +
        'careful, I do not understand being turned away at the door on a rainy {day}.',
    },
    {
      truth: 'firsthand none false refused',
      stars: [2, 3],
      text:
        'No substitutions, no exceptions, says a sign, and they meant it when I explained ' +
        'that I cannot have {allergens}. I watched {companion} eat the {dish}.',
    },
  ],
  secondhand: [
    {
      truth: 'secondhand moderate true unknown',
      stars: [2],
      text:
        'My hairdresser swears that they told her there were no {allergens} in the {dish} ' +
        'and that her face swelled up afterwards. I go there for the drinks, so I cannot ' +
        'judge.',
    },
    {
      truth: 'secondhand severe false dismissive',
      stars: [2],
      text:
        'According to my neighbour they laughed at her grandson’s {allergy} allergy, and he ' +
        'was in hospital an hour later. I was not there. I have not been back either.',
    },
    {
      truth: 'secondhand none false accommodated',
      stars: [4, 5],
      text:
        'A woman at the next table has a {allergy} allergy and said that this is the only ' +
        'place in town where she eats without fear. I can say that the {other} is excellent.',
    },
    {
      truth: 'secondhand severe false none',
      stars: [2, 3],
      text:
        'A friend told me that her cousin was taken to the emergency room from here after ' +
        'eating {allergens} that were not on the menu. Our own {dish} was fine, but I keep ' +
        'thinking about it.',
    },
    {
      truth: 'secondhand moderate false none',
      stars: [3],
      text:
        'I heard from a colleague that she broke out in hives after the {other}. No idea ' +
        'whether it was a {allergy} allergy or something else. We had no trouble at all.',
    },
    {
      truth: 'secondhand severe true unknown',
      stars: [2],
      text:
        'Somebody in our parents’ group said that they were promised a safe meal here and ' +
        'ended up using an EpiPen on their boy. Posting so that others ask twice about ' +
        '{allergens}.',
    },
    {
      truth: 'secondhand mild false unknown',
      stars: [3, 4],
      text:
        'The couple next to us complained that she felt sick because of {allergens} in the ' +
        '{dish}; the server wrote something down. I cannot say how it ended.',
    },
  ],
  hypothetical: [
    {
      truth: 'hypothetical none false none',
      stars: [4],
      text:
        'Not a place I would send somebody with a {allergy} allergy, since there is a bit ' +
        'of everything in everything. For the rest of us it is heaven.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [3, 4],
      text:
        'With {allergens} in half of the dishes I was relieved that {who}, who cannot have ' +
        'them, had stayed at home this time.',
    },
    {
      truth: 'hypothetical none unknown none',
      stars: [4],
      text:
        'There is a line at the bottom of the menu on allergies, in very small letters, ' +
        'which I could not read without my glasses.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [3],
      text:
        'I wonder how they deal with allergies in a kitchen the size of a wardrobe. I did ' +
        'not ask, I have none.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [4, 5],
      text:
        'Because of my {allergy} allergy I always ask for the {dish} to be plain, so I ' +
        'cannot tell you about the sauces. Plain it was, and plain it was good.',
    },
    {
      truth: 'hypothetical none false unknown',
      stars: [3],
      text:
        'Their answer to a question on {allergens} on social media was a thumbs-up, which ' +
        'could mean anything. I would ring them first.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [3, 4],
      text:
        'I have a {allergy} allergy and would be careful here, because the menu lists no ' +
        'ingredients at all. I stuck to the {other}.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [4],
      text:
        'If you have a {allergy} allergy, bring a phrase card. The menu is not translated ' +
        'and I would not want to guess.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [4, 5],
      text:
        'The menu has little symbols for {allergens} and so on. I do not need them myself, ' +
        'but somebody has thought about people with allergies.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [3],
      text:
        'I always worry about {allergens} at places like this, with one fryer for ' +
        'everything. Nothing happened because I ordered soup.',
    },
    {
      truth: 'hypothetical none false unknown',
      stars: [3, 4],
      text:
        'We were thinking of bringing {who}, who is allergic to {allergens}, and called to ' +
        'ask. The line was so bad that I could not make out the answer. Perhaps next time.',
    },
  ],
  ingredient: [
    {
      truth: 'hypothetical none false none',
      stars: [4],
      text: 'The {dish} comes with crushed peanuts on the side, so you can decide how much.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [4, 5],
      text: 'Hazelnuts and brown butter, I could eat that on cardboard.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [3, 4],
      text:
        'More pine nuts than basil in the pesto, which is a complaint from {companion} and ' +
        'praise from me.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [5],
      text: 'The pecan pie is worth the calories, all four thousand of them.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [4],
      text: 'A bowl of spiced almonds arrives with the first drink.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [4, 5],
      text: 'They make their own praline from hazelnuts and it shows.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [3],
      text: 'The walnut bread was stale, the butter was good.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [4, 5],
      text: 'The peanut sauce is so good that I asked for a second bowl.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [4, 5],
      text: 'There are candied walnuts on the salad, which make it.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [4],
      text: 'Loved the cashews on top of the {dish}, still warm from the pan.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [5],
      text: 'Try the pistachio ice cream if they have it. Real pistachios, no green paint.',
    },
    {
      truth: 'hypothetical none false none',
      stars: [3],
      text: 'A few more almonds in the {other} would not have hurt.',
    },
  ],
  trap: [
    {
      truth: 'firsthand none false accommodated',
      stars: [5],
      text:
        'After {who} landed in the emergency room thanks to another restaurant, we were ' +
        'terrified of eating out with a {allergy} allergy. These people took an hour over ' +
        'every detail, and {they} ate the {dish} without the slightest problem.',
      trap: {
        taken: 'firsthand severe false accommodated',
        because:
          'The emergency room visit was caused by another restaurant; here the family was ' +
          'accommodated and nothing happened.',
      },
    },
    {
      truth: 'firsthand none true accommodated',
      stars: [5],
      text:
        'I carry two EpiPens and have spent more nights in hospital than I care to count. ' +
        'So when the chef promised that the {other} would be safe, I held my breath. Not an ' +
        'itch. Thank you from the bottom of my heart.',
      trap: {
        taken: 'firsthand severe true accommodated',
        because:
          'Hospital and EpiPen belong to the reviewer’s history. The meal was safe and no ' +
          'reaction occurred.',
      },
    },
    {
      truth: 'firsthand none false accommodated',
      stars: [4, 5],
      text:
        'The manager told us how they changed the whole kitchen after a guest was ' +
        'hospitalised years ago at her previous job. You notice it: separate boards, ' +
        'separate pans, and a calm talk about {who}’s {allergy} allergy before the {dish}.',
      trap: {
        taken: 'firsthand severe false accommodated',
        because:
          'The hospitalisation is a story about another place, told by the manager. The ' +
          'review itself praises the handling.',
      },
    },
    {
      truth: 'firsthand severe false none',
      stars: [2],
      text:
        'Lovely room, lovely people, and an evening that ended with a stranger pressing a ' +
        'pen into my thigh and a doctor asking me to count backwards. The {dish} had a ' +
        'crunchy topping that I was not told about. I have lived with a {allergy} allergy ' +
        'for thirty years.',
      trap: {
        taken: 'firsthand none false none',
        because:
          'The pen in the thigh is an adrenaline pen and the doctor treats anaphylaxis. ' +
          'The review never uses the usual words, but describes an emergency.',
      },
    },
    {
      truth: 'secondhand severe false none',
      stars: [3],
      text:
        'Could not breathe, hives everywhere, ambulance: that is what the review below mine ' +
        'says about {allergens}. I can only report that our {dish} and the {other} went ' +
        'down well and that I have no allergy.',
      trap: {
        taken: 'firsthand severe false none',
        because: 'The reviewer quotes another review. Nobody at this table had a reaction.',
      },
    },
  ],
} as const satisfies Readonly<Record<string, readonly AllergyPassage[]>>;
