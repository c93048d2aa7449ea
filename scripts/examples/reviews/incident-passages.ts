import type { AllergyPassage } from './allergy-passages.ts';

/** Accounts of reactions. */
export const incidentPassages = {
  severe: [
    {
      truth: 'firsthand severe false none',
      stars: [1],
      text:
        'Sharing this from a hospital bed. I asked for the {dish} without {allergens}, took ' +
        'the plate as it came, and collapsed between the till and the door. Two doses of ' +
        'adrenaline. My {allergy} allergy is on file with the delivery app as well.',
    },
    {
      truth: 'firsthand severe false refused',
      stars: [1],
      text:
        'They said that they do not do special orders, so {who} chose what looked harmless. ' +
        'It was not. Anaphylaxis, ambulance, one night on the ward. If you cannot cook ' +
        'without {allergens}, put it on the door.',
    },
    {
      truth: 'firsthand severe false none',
      stars: [1],
      text:
        'Our evening in short: starter, {dish}, wheezing, EpiPen, sirens. The paramedic ' +
        'asked whether anybody had told us about the {allergens} in the marinade. Nobody ' +
        'had.',
    },
    {
      truth: 'firsthand severe false none',
      stars: [1],
      text:
        '{Who} has a {allergy} allergy and said so when ordering. Ten minutes into the ' +
        '{dish} {their} throat closed up and we used the EpiPen in the car park. The ' +
        'ambulance took {them} to the emergency room, where {they} stayed overnight.',
    },
    {
      truth: 'firsthand severe false unknown',
      stars: [1],
      text:
        'I ended up in hospital after one spoonful of the {dish}. Anaphylaxis, two shots of ' +
        'epinephrine, six hours under observation. I had mentioned my {allergy} allergy at ' +
        'the counter and the waiter just nodded.',
    },
    {
      truth: 'firsthand severe false dismissive',
      stars: [1],
      text:
        'When I said {allergy} allergy the server laughed and told me that a little bit ' +
        'makes you stronger. I could not breathe twenty minutes later. My friend drove me ' +
        'to the ER with my lips blue.',
    },
    {
      truth: 'firsthand severe false none',
      stars: [1, 2],
      text:
        'There were {allergens} in the {dish}, not on the menu, not on the board, nowhere. ' +
        '{Who} went into anaphylactic shock at the table. A nurse who was eating next to us ' +
        'saved {their} life.',
    },
    {
      truth: 'firsthand severe false dismissive',
      stars: [1],
      text:
        'Called the manager from the emergency room where {who} was on a drip after eating ' +
        'your {dish}. He said that people should stay home if they have a {allergy} ' +
        'allergy. I have kept the recording.',
    },
    {
      truth: 'firsthand severe false none',
      stars: [1],
      text:
        'Second bite of the {other}, tingling, then my throat began to close. EpiPen, blue ' +
        'lights, the whole programme. It turned out that they fry everything in the same ' +
        'oil. Nothing on the menu warns you about {allergens}.',
    },
  ],
  'severe-assured': [
    {
      truth: 'firsthand severe true unknown',
      stars: [1],
      text:
        'The website says it, the menu says it and the waiter said it: no {allergens} in ' +
        'the {dish}. The hospital said otherwise. {Who} was on oxygen until midnight and ' +
        'has not eaten out since.',
    },
    {
      truth: 'firsthand severe true dismissive',
      stars: [1],
      text:
        'I was told that I could relax, there was nothing in the {other} that could hurt ' +
        'me. I could not swallow, then I could not breathe. When my partner shouted for ' +
        'help the manager asked us to keep it down. EpiPen, emergency room, lawyer.',
    },
    {
      truth: 'firsthand severe true unknown',
      stars: [1],
      text:
        'They guaranteed that the {dish} contained no {allergens}. It did. {Who} could not ' +
        'breathe, we called an ambulance, and the doctor said that five more minutes would ' +
        'have been too late.',
    },
    {
      truth: 'firsthand severe true unknown',
      stars: [1],
      text:
        'Asked twice. Was promised twice that the {other} was safe for a {allergy} allergy. ' +
        'Spent the night in hospital with an adrenaline drip. How do you get that wrong ' +
        'twice?',
    },
    {
      truth: 'firsthand severe true dismissive',
      stars: [1],
      text:
        '“Trust me, no {allergens}” were the words of the waiter, with a roll of the eyes. ' +
        '{Who} used the EpiPen before the main course was cleared and was in the emergency ' +
        'room by nine. Nobody asked how {they} was.',
    },
    {
      truth: 'firsthand severe true accommodated',
      stars: [1, 2],
      text:
        'To be fair the cook came out, listened, and confirmed that he would use a clean ' +
        'pan and that the {dish} would be safe. Something went wrong all the same, and I ' +
        'was taken away with anaphylaxis. Trying is not enough with a {allergy} allergy.',
    },
  ],
  moderate: [
    {
      truth: 'firsthand moderate false none',
      stars: [2],
      text:
        'Big red blotches on {who}’s face before the plates were cleared. {They} is ' +
        'allergic to {allergens} and we had ordered around it as well as we could. ' +
        'Antihistamine from my handbag and it went down within the hour.',
    },
    {
      truth: 'firsthand moderate false refused',
      stars: [1, 2],
      text:
        'The kitchen would not say what was in the {dish}, trade secret apparently. Well, ' +
        '{allergens} were in it. I know because my eyes were swollen shut by dessert and I ' +
        'lived on antihistamines until {day}.',
    },
    {
      truth: 'firsthand moderate false none',
      stars: [2],
      text:
        'A single spoon of the {other} and my lip was the size of a sausage. It has ' +
        '{allergens} in it, as I know now. Took a tablet, waited in the car, drove home ' +
        'annoyed.',
    },
    {
      truth: 'firsthand moderate false unknown',
      stars: [2, 3],
      text:
        '{Who} got hives along both arms after the {dish}. The server said something about ' +
        'a new supplier and went away. A dose of antihistamine did the job. Six years of ' +
        'managing a {allergy} allergy and this was a first.',
    },
    {
      truth: 'firsthand moderate false accommodated',
      stars: [3],
      text:
        'Full marks for the apology, the ice pack and the taxi they paid for. But the wrong ' +
        '{dish} was put in front of {who}, the one with {allergens}, and the swelling took ' +
        'until the next morning to go.',
    },
    {
      truth: 'firsthand moderate false none',
      stars: [1, 2],
      text:
        '{Who} broke out in hives after three bites of the {dish}. We had asked for no ' +
        '{allergens} on the order. Antihistamine and a long evening on the sofa, but {they} ' +
        'is fine now.',
    },
    {
      truth: 'firsthand moderate false none',
      stars: [2],
      text:
        'My face swelled up on the way home. The only thing I ate all day was the {other}, ' +
        'and I have a {allergy} allergy that was written on the delivery note. Two Benadryl ' +
        'and I was all right by morning.',
    },
    {
      truth: 'firsthand moderate false dismissive',
      stars: [1],
      text:
        'Told them about the {allergy} allergy, got a bored “yeah yeah”, got hives on both ' +
        'arms. When I showed my arms to the server she said it was probably the weather.',
    },
    {
      truth: 'firsthand moderate false unknown',
      stars: [2],
      text:
        'The {dish} had {allergens} in the dressing, which nobody mentions. Itching, ' +
        'swollen eyes, antihistamine from the pharmacy next door. I told the girl at the ' +
        'till and I am not sure that she understood me.',
    },
    {
      truth: 'firsthand moderate false accommodated',
      stars: [2, 3],
      text:
        'They took the {dish} back at once, brought the ingredient list and apologised, and ' +
        'still {who} had swollen lips from the first bite. Credit for how they handled it. ' +
        'The {allergens} should have been on the menu in the first place.',
    },
    {
      truth: 'firsthand moderate false none',
      stars: [1, 2],
      text:
        'Cross-contact, plain and simple. Same tongs for everything at the counter, and by ' +
        'the time I had finished the {other} I was covered in welts. {Allergy} allergy ' +
        'here, be careful. Needed medication for two days.',
    },
    {
      truth: 'firsthand moderate false dismissive',
      stars: [1],
      text:
        'We explained the {allergy} allergy and the man behind the counter said “it is all ' +
        'the same, madam”. It was not. {Who} came up in a rash from neck to knees and ' +
        'needed antihistamine twice that night.',
    },
  ],
  'moderate-assured': [
    {
      truth: 'firsthand moderate true unknown',
      stars: [1, 2],
      text:
        'Got it in writing by e-mail that the {dish} is safe for a {allergy} allergy. I ' +
        'have a photo of the e-mail and a photo of my back covered in hives, and they look ' +
        'nice next to each other.',
    },
    {
      truth: 'firsthand moderate true unknown',
      stars: [2],
      text:
        '“A hundred per cent no {allergens}.” Make it ninety-nine. {Who} puffed up like a ' +
        'balloon after the {other} and we spent the film we had tickets for in the pharmacy.',
    },
    {
      truth: 'firsthand moderate true accommodated',
      stars: [2, 3],
      text:
        'They did everything right, or so it seemed: separate pan, clean board, a firm yes ' +
        'to whether the {dish} was safe. Then the rash came. Someone had finished it with ' +
        'the wrong oil. Antihistamine helped. I believe they were as upset as we were.',
    },
    {
      truth: 'firsthand moderate true unknown',
      stars: [1],
      text:
        'Was assured that the {dish} was free of {allergens}. Twenty minutes later {who} ' +
        'had hives all over and we were hunting for an open pharmacy. Do not say it is safe ' +
        'if you do not know.',
    },
    {
      truth: 'firsthand moderate true unknown',
      stars: [1, 2],
      text:
        '“Definitely no {allergens}, I checked with the kitchen.” So how come my lips ' +
        'swelled to twice their size? Two antihistamines and a ruined evening. The {other} ' +
        'went in the bin.',
    },
    {
      truth: 'firsthand moderate true dismissive',
      stars: [1],
      text:
        'The waiter swore that the {dish} was fine for a {allergy} allergy, and when {who} ' +
        'started to swell he said that we must have brought it on ourselves. Antihistamine, ' +
        'tears, taxi home.',
    },
  ],
  mild: [
    {
      truth: 'firsthand mild false none',
      stars: [3],
      text:
        'Bit of a tickle in the throat from the {dish}. I react to {allergens}, not badly, ' +
        'and this had traces for sure. A glass of water and a walk sorted it out.',
    },
    {
      truth: 'firsthand mild false none',
      stars: [2, 3],
      text:
        'The {other} gave {who} cramps, and {they} only gets those from {allergens}. Gone ' +
        'after a cup of tea. We like the place otherwise and will stick to what we know.',
    },
    {
      truth: 'firsthand mild false accommodated',
      stars: [4],
      text:
        'My fault for not asking: a mouthful of {other}, a tingling lip, and the waitress ' +
        'who saw my face had it off the table before I could speak. She came back with a ' +
        'list of everything that has {allergens} in it. Fine after ten minutes.',
    },
    {
      truth: 'firsthand mild false dismissive',
      stars: [2],
      text:
        'Felt queasy after the {dish} and asked whether {allergens} had gone in. “Probably, ' +
        'what does it matter?” It matters because I asked before ordering. Nothing worse ' +
        'happened, no thanks to you.',
    },
    {
      truth: 'firsthand mild false none',
      stars: [3],
      text:
        'Slight runny nose and an itchy ear after dessert, my body’s polite way of ' +
        'announcing {allergens}. Not worth a fuss, worth a line on the menu.',
    },
    {
      truth: 'firsthand mild false unknown',
      stars: [3],
      text:
        'I have a mild {allergy} allergy and got a little stomach upset on the way home. It ' +
        'may have been the {dish}. They said they would ask the kitchen and I never heard ' +
        'back.',
    },
    {
      truth: 'firsthand mild false none',
      stars: [3],
      text:
        'I am allergic to {allergens} and there was clearly some in the {dish}, because I ' +
        'had an itchy mouth and an upset stomach for an hour. Nothing dramatic. Put it on ' +
        'the menu, please.',
    },
    {
      truth: 'firsthand mild false none',
      stars: [2, 3],
      text:
        '{Who} has a mild {allergy} allergy and felt a bit sick after the {other}. No ' +
        'drama, gone by bedtime, but I would have liked to know what was in it.',
    },
    {
      truth: 'firsthand mild false accommodated',
      stars: [3, 4],
      text:
        'Slight tingling on the tongue after the {dish}, told the server about my {allergy} ' +
        'allergy, and within a minute the chef was there with the recipe and a replacement. ' +
        'It passed quickly. Good reaction, pity about the first plate.',
    },
    {
      truth: 'firsthand mild false dismissive',
      stars: [2],
      text:
        'Stomach ache after the {dish}, no doubt from {allergens}, which I had asked them ' +
        'to leave out. The server’s answer was that it had only been a garnish. That is not ' +
        'how a {allergy} allergy works.',
    },
    {
      truth: 'firsthand mild false unknown',
      stars: [3],
      text:
        'Scratchy throat for half an hour after the {other}, the usual sign for me that ' +
        '{allergens} were involved. I asked what was in it and got three different answers ' +
        'from three people.',
    },
  ],
  'mild-assured': [
    {
      truth: 'firsthand mild true unknown',
      stars: [2, 3],
      text:
        'The girl was sure there was nothing with {allergens} in the {other}. There was ' +
        'something, since my tongue itched for twenty minutes. I like her, I will not trust ' +
        'her.',
    },
    {
      truth: 'firsthand mild true dismissive',
      stars: [2],
      text:
        '“I told you it is safe, so it is safe.” That was the answer to my burning lips. ' +
        'They calmed down by themselves. My opinion of the service did not.',
    },
    {
      truth: 'firsthand mild true accommodated',
      stars: [3],
      text:
        'They had confirmed that the {dish} was free of {allergens} and were mortified when ' +
        'my palate began to itch. New plate, no bill, and the cook found the culprit in a ' +
        'spice mix. A mild case, and a lesson for both sides.',
    },
    {
      truth: 'firsthand mild true unknown',
      stars: [2],
      text:
        'They told me for certain that there were no {allergens} in the {dish}. My itchy ' +
        'palate says otherwise. It was over in an hour, so three stars became two.',
    },
    {
      truth: 'firsthand mild true unknown',
      stars: [2, 3],
      text:
        'Was promised a plate that would be safe for a {allergy} allergy. Got a queasy ' +
        'stomach instead. Mild, thank goodness, and I finished the evening on rice.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly AllergyPassage[]>>;
