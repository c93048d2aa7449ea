/**
 * Sentences of reviews that have nothing to do with allergies, by what they speak of and by the
 * mood they are written in.
 */
export interface Moods {
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

export const openings: Moods = {
  good: [
    'Stopped in on a {day} without a booking and got the last table by the window.',
    'We have been coming here about once a month since we moved to the neighbourhood.',
    'First visit, and it will not be the last.',
    'A colleague kept talking about this place until I finally gave in.',
    'Took {companion} here for {occasion}.',
    'Found it by accident while waiting for the bus.',
    'This used to be a laundrette, so I was curious.',
    'Third time this month, which tells you something.',
    'We drove forty minutes for this and would do it again.',
    'Came in soaked from the rain and left happy.',
    'Lunch on a {day} with {companion}.',
    'My go-to when nobody wants to cook.',
    'Booked for {occasion} and they remembered without being reminded.',
    'Finally tried it after walking past for two years.',
    'We were eight people with a pushchair and they did not blink.',
    'Small place, big flavours.',
    'I grew up on this kind of food and I am hard to please.',
    'Ordered takeaway on a {day} night.',
  ],
  bad: [
    'I really wanted to like this place.',
    'Not sure where all the praise comes from.',
    'We came on a {day} evening and wish we had stayed at home.',
    'This was our favourite until the owners changed.',
    'Second chance given, second chance wasted.',
    'Booked for {occasion}, which made it worse.',
    'The photos are better than the food.',
    'Came with {companion} because everywhere else was full, and now we know why this was not.',
    'Something has gone wrong here since last summer.',
    'Waited three weeks for a table for this?',
    'Half of the menu was unavailable at seven in the evening.',
    'Ordered delivery on a {day} and regretted it.',
  ],
};

/** On what is eaten, hot or cold. */
export const food: Moods = {
  good: [
    'The {dish} was the best I have had in this town.',
    'Order the {dish}, thank me later.',
    'I would come back for the {dish} alone.',
    'We shared the {dish} and the {other} and fought over the last bite of both.',
    'The {other} surprised me, I had expected much less.',
    'The {dish} tastes like somebody’s grandmother is back there.',
    'Everything was fresh, above all the {other}.',
    'The {dish} looked plain and tasted anything but.',
    'I have tried most of the menu by now, and the {other} keeps winning.',
    'I had the {dish}, {companion} had the {other}, and neither of us would have swapped.',
    'The chef sent out a taste of the {other} while we waited.',
    'Simple food done well, and the {dish} proves it.',
    'The {other} is not on the menu every day, so ask.',
  ],
  bad: [
    'The {other} tasted of nothing at all.',
    'Whatever was in the {other}, it was not what the menu said.',
    'I have had better {dish} at a petrol station.',
    'The {dish} was fine, the rest was forgettable.',
    'They had run out of {dish}, and of {other}, and of patience.',
    'The {dish} used to be the reason to come; now it is the reason to leave.',
  ],
};

/** On hot meals. */
export const meals: Moods = {
  good: [
    'The {dish} came out steaming and was gone in five minutes.',
    'The {dish} was rich without being heavy.',
    'The {dish} had exactly the right amount of heat.',
    'They do not overdo the salt in the {dish}, which is rare.',
    'My plate of {dish} was still hot when I reached the end of it.',
    'The {dish} was cooked to the minute.',
    'Even the side salad had been given some thought.',
    'Great texture on the {dish}, crisp at the edges and soft in the middle.',
    'The sauce on the {dish} should be sold by the bottle.',
    'They let me change the {dish} to half spicy without fuss.',
    'Portions are generous; the {dish} made a second lunch the next day.',
    'You can tell that the {dish} is made to order.',
  ],
  bad: [
    'The {dish} was lukewarm at best.',
    'The {dish} had been sitting under a lamp for a while.',
    'My {dish} was so salty that I could not finish it.',
    'We sent the {dish} back once and it came back the same.',
    'The {dish} was overcooked and the {other} was not cooked enough.',
    'The {dish} was swimming in oil.',
    'Tiny portion of {dish} on a very large plate.',
    'The {other} was dry and the bread was from yesterday.',
    'Soggy {dish}, tired {other}.',
    'The kitchen forgot the {other} and then brought it with the bill.',
  ],
};

/** On cakes, bread and ice cream. */
export const sweets: Moods = {
  good: [
    'The {dish} is dangerous, and it is on my way to work.',
    'You taste the butter in the {dish}, and you should.',
    'One {dish} to eat there, one {other} to take home, one regret that it was not two.',
    'The {dish} was gone by the time we reached the corner.',
    'Ask them to pack the {other} for travelling, they know how.',
    'The {dish} reminds me of the shop on the corner when I was six.',
  ],
  bad: [
    'The {dish} tasted of the fridge.',
    'All sugar, no flavour, and that goes for the {other} too.',
    'The {dish} in the window and the {dish} in my bag were not related.',
    'They sold me the broken {other} at the full price.',
    'The {dish} was dry enough to need a drink.',
  ],
};

export const service: Moods = {
  good: [
    'Our server knew the menu inside out.',
    'Water was topped up before we noticed that it was low.',
    'The owner came by to chat and meant it.',
    'Service was quick although every table was taken.',
    'They moved us away from the draught without being asked twice.',
    'The young man at the door had a joke for everybody.',
    'We were never rushed, even with people waiting outside.',
    'They packed the leftovers neatly and wrote the date on the lid.',
    'The waitress talked us out of ordering too much.',
    'They split the bill five ways with a smile.',
    'Our order was wrong once, was put right in minutes, and the coffee was on them.',
    'The staff seem to like each other, which you can feel.',
    'They brought crayons for the kids before we sat down.',
    'Someone held the door for my father’s walker, small thing, big thing.',
    'The bartender remembered our drinks from last time.',
    'Phone order was ready when they said it would be.',
    'They found my scarf and kept it for a week.',
  ],
  bad: [
    'It took {minutes} minutes before anybody looked at us.',
    'Our server vanished after the starters.',
    'I had to walk to the counter to pay.',
    'They charged us for a bottle that we never had.',
    'The hostess argued with a couple behind us for ten minutes.',
    'Two phone calls, no answer, and then a recorded message.',
    'We waited {minutes} minutes for drinks and longer for an apology.',
    'The manager shrugged and said that it was a busy night.',
    'They were sweeping around our feet at half past nine.',
    'Nobody could tell us what the soup of the day was.',
    'The delivery driver left the bag at number 14. We live at 41.',
    'One person was serving the whole room and it showed.',
    'We were asked to leave the table after an hour.',
    'Our server sighed when we asked for another fork.',
    'The card machine was broken and nobody had told us.',
  ],
};

export const setting: Moods = {
  good: [
    'The back garden is lovely when the sun is out.',
    'Music at a level that lets you talk.',
    'Bright, clean, and the toilets are spotless.',
    'There is a mural of the harbour that I could look at for an hour.',
    'You can watch the cooks work, which is better than television.',
    'Plenty of parking behind the building.',
    'Cosy in winter with the stove on.',
    'Tables are far enough apart to keep your secrets.',
    'The room has been repainted and feels twice as large.',
    'They have a shelf of old board games.',
    'Nice view over the square if you sit upstairs.',
  ],
  bad: [
    'The music was so loud that we gave up talking.',
    'Our table wobbled through all three courses.',
    'It was freezing by the door.',
    'The carpet has seen things.',
    'Sticky menus, sticky table, sticky floor.',
    'The air conditioning dripped on my coat.',
    'A television in every corner, all on different channels.',
    'You sit so close to your neighbours that you could eat from their plates.',
    'The toilets were out of paper and out of order.',
    'There was a smell of bleach all evening.',
  ],
};

export const price: Moods = {
  good: [
    'Very fair prices for what you get.',
    'Lunch menu under fifteen, which is a steal around here.',
    'Not cheap, but worth it.',
    'We paid less than for a pizza at home.',
    'The early evening menu is the best deal on the street.',
    'Wine by the glass is priced for human beings.',
    'Tax and tip included we stayed under forty for two.',
  ],
  bad: [
    'For these prices I expect more.',
    'Twenty-two for that plate is a joke.',
    'They added a service charge for a party of four.',
    'The bill listed things in a way that nobody could explain.',
    'Prices went up again and portions went down.',
    'Six for a glass of tap water with a slice of cucumber.',
    'The discount on the flyer did not apply on {day}s, as we were told at the till.',
  ],
};

export const closings: Moods = {
  good: [
    'Will be back soon.',
    'Go before everybody else finds out.',
    'Five stars from our whole table.',
    'Already planning the next visit.',
    'Recommended.',
    'Save room for dessert.',
    'Do yourself a favour and book ahead.',
    'One star off for the parking, otherwise perfect.',
    'Thank you for a lovely evening.',
    'My new favourite.',
    'If you are in the area, do not drive past.',
    'I hope they never change a thing.',
    'We left full and in a good mood.',
    'See you next week.',
  ],
  bad: [
    'We will not be back.',
    'Save your money.',
    'There are better options two doors down.',
    'Maybe an off night, but I am not going to find out.',
    'One star because zero is not possible.',
    'Shame, it has potential.',
    'I wrote to them and never got a reply.',
    'Never again.',
    'Do not believe the other reviews.',
    'A pity, because the location is great.',
  ],
};

/** Between the good and the bad half of a mixed review: the mood is that of what follows. */
export const turns: Moods = {
  good: [
    'It got better, though.',
    'To be fair, not everything was bad.',
    'On the other hand.',
    'Credit where it is due.',
    'The evening recovered.',
  ],
  bad: [
    'That was the good part.',
    'Then it went downhill.',
    'Now for the rest.',
    'But.',
    'If only it had stayed like that.',
  ],
};

/** At the end of a mixed review. */
export const mixedClosings: readonly string[] = [
  'Three stars, could be four.',
  'Not bad, not great.',
  'I might give it another go.',
  'Fine if you are nearby, not worth a trip.',
  'A bit of a lottery.',
  'Somewhere in the middle.',
  'We agreed to disagree about this one.',
];

/**
 * Mentions of allergy that are none: figures of speech, pollen, animals. Easily taken for relevant
 * by a quick reader.
 */
export const figuresOfSpeech: Moods = {
  good: [
    'I am allergic to queues, but this one moved.',
    'My pollen allergy kept us off the terrace, so we ate inside, which was fine.',
    'It is nuts how busy they get on a {day}.',
    'The kids went nuts for the slide in the yard.',
    'My dog is allergic to everything and was still offered a biscuit.',
    'Next door is an allergy clinic, so parking is hard before five.',
  ],
  bad: [
    'The staff here must be allergic to smiling.',
    'Our accountant would break out in hives at these prices.',
    'Cat people beware: there is a cat, and my eyes knew it before I did.',
    'The manager seems to have a reaction to the word refund.',
    'They closed early because the cook was in hospital with a broken arm. Get well soon, ' +
      'but tell your guests.',
  ],
};
