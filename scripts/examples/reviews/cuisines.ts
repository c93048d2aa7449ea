/** What a kind of restaurant serves, and what its guests say about it. Dishes fit after "the". No nuts are named: that would be relevant. */
export interface Cuisine {
  readonly dishes: readonly string[];
  readonly remarks: { readonly good: readonly string[]; readonly bad: readonly string[] };
}

export const cuisines = {
  thai: {
    dishes: ['green curry', 'tom yum', 'drunken noodle stir-fry', 'papaya salad', 'basil chicken', 'crab fried rice', 'panang curry', 'mango sticky rice', 'larb', 'boat noodle soup'],
    remarks: {
      good: ['Ask for it Thai hot only if you mean it.', 'The herbs taste as if they were picked this morning.', 'Best tom kha outside of Chiang Mai, and I have been.', 'The curry pastes are pounded by hand, you can hear it.', 'Sticky rice comes in a little basket and never lasts.'],
      bad: ['Medium spicy meant not spicy at all.', 'Everything was sweet, as if the sugar had fallen in.', 'The noodles had clumped into one piece.', 'Lime out of a bottle, you can taste it.'],
    },
  },
  vietnamese: {
    dishes: ['beef pho', 'bun cha', 'lemongrass tofu', 'banh mi', 'lemongrass pork', 'broken rice', 'clay pot catfish', 'crispy pancake', 'bun bo hue', 'vermicelli bowl'],
    remarks: {
      good: ['The broth has that depth you only get after a night on the stove.', 'A mountain of herbs comes with every bowl.', 'The baguette crackles when you bite.', 'The iced coffee alone is worth the detour.', 'Fish sauce is used with a light hand.'],
      bad: ['The broth was thin and mostly star anise.', 'Two slices of beef in a large bowl is a rounding error.', 'The rolls were dry at the edges, made hours ago.', 'They forgot the herbs, which is half of the dish.'],
    },
  },
  chinese: {
    dishes: ['mapo tofu', 'dumpling soup', 'salt and pepper squid', 'dan dan noodle soup', 'crispy duck', 'hot and sour soup', 'twice-cooked pork', 'scallion pancake', 'fish-fragrant aubergine', 'congee'],
    remarks: {
      good: ['Real wok breath on the greens.', 'Ask for the handwritten menu on the wall.', 'The dumplings are folded in the window while you wait.', 'Order a whole fish and share it.', 'The chilli oil on the table is made in house.'],
      bad: ['Gloopy sauce, the same one on three dishes.', 'The tea was cold and the fortune in my cookie was too.', 'Rice from the bottom of the pot.', 'More cornflour than flavour.'],
    },
  },
  italian: {
    dishes: ['cacio e pepe', 'osso buco', 'lasagne', 'linguine', 'wild boar ragù', 'burrata', 'risotto', 'veal saltimbocca', 'gnocchi', 'tiramisu'],
    remarks: {
      good: ['Pasta is rolled in the front room in the morning.', 'The house red is better than it has to be.', 'They know what al dente means.', 'Bread arrives warm with good oil.', 'The daily specials are worth the climb over the chalkboard Italian.'],
      bad: ['The pasta was soft enough for a baby.', 'Parmesan from a shaker, in this century.', 'The sauce came from a tin and was proud of it.', 'Risotto in eight minutes is not risotto.'],
    },
  },
  pizza: {
    dishes: ['margherita', 'white pie', 'pepperoni slice', 'calzone', 'garlic bread', 'sausage pie', 'marinara', 'quattro stagioni', 'house salad', 'meatball sub'],
    remarks: {
      good: ['Leopard spots on the crust, as it should be.', 'The dough rests for three days, they told us.', 'Reheats well, which I test scientifically every Sunday.', 'By the slice at midnight it is even better.', 'Half and half is no problem.'],
      bad: ['The crust was burnt below and raw above.', 'Cheese slid off in one piece.', 'They cut it into nine slices, think about that.', 'The box was more flavourful than the base.'],
    },
  },
  american: {
    dishes: ['smash burger', 'fried chicken', 'mac and cheese', 'reuben', 'meatloaf', 'chili', 'pot roast', 'club sandwich', 'chicken pot pie', 'brisket'],
    remarks: {
      good: ['Proper diner coffee, endless refills.', 'The pie case by the door is a trap.', 'Fries are cut by hand.', 'The milkshakes come with the tin on the side.', 'Gravy that deserves its own review.'],
      bad: ['The bun fell apart before I had picked it up.', 'Coffee tasted like it was made on Monday.', 'The fries were limp and lonely.', 'Everything arrived at the temperature of the room.'],
    },
  },
  mexican: {
    dishes: ['al pastor taco', 'carnitas', 'tortilla soup', 'green enchilada', 'pozole', 'fish taco', 'quesadilla', 'cochinita', 'elote', 'mole chicken'],
    remarks: {
      good: ['Tortillas are pressed to order.', 'The green salsa bites back.', 'Horchata by the litre.', 'Lime, onion, coriander, done.', 'The agave list is longer than the food menu.'],
      bad: ['The guacamole had given up and turned brown.', 'The salsa came from a jar, I saw the jar.', 'Shells from a box.', 'The rice and beans had formed an alliance.'],
    },
  },
  indian: {
    dishes: ['lamb rogan josh', 'butter chicken', 'chana masala', 'masala dosa', 'dal makhani', 'tandoori fish', 'garlic naan', 'saag paneer', 'goat biryani', 'vindaloo'],
    remarks: {
      good: ['The naan puffs up like a balloon.', 'Spices are roasted in house and you can smell it from the street.', 'The thali at lunch is a bargain.', 'The chutneys change with the season.', 'You choose the heat from one to six, and four is plenty.'],
      bad: ['All the curries tasted the same.', 'The rice was clumped and cold.', 'Watery gravy with an oil slick.', 'The samosas were cold in the middle.'],
    },
  },
  japanese: {
    dishes: ['tonkotsu ramen', 'omakase', 'unagi bowl', 'chirashi', 'karaage', 'gyoza', 'tempura udon', 'okonomiyaki', 'miso aubergine', 'tamago'],
    remarks: {
      good: ['Sit at the counter and let the chef decide.', 'The rice is seasoned just right.', 'Sake list with honest descriptions.', 'Broth like velvet.', 'The egg is soft in exactly the way you hope for.'],
      bad: ['The rice was cold and hard.', 'Fish cut so thick that it needed a saw.', 'The noodles had gone soft before they reached us.', 'Wasabi paste as green as paint.'],
    },
  },
  korean: {
    dishes: ['bibimbap', 'kimchi stew', 'short rib', 'japchae', 'fried chicken', 'seafood pancake', 'bulgogi', 'tofu stew', 'tteokbokki', 'cold noodle soup'],
    remarks: {
      good: ['The little side dishes keep coming.', 'Grilling at the table is half the fun.', 'House kimchi with real funk.', 'Stone bowl so hot that the rice crackles.', 'The soju cocktails are dangerous in a good way.'],
      bad: ['The grill was not hot enough to brown anything.', 'They charged extra for a second round of kimchi.', 'The meat was frozen in the centre.', 'Not one of the side dishes was refilled.'],
    },
  },
  greek: {
    dishes: ['lamb souvlaki', 'moussaka', 'grilled octopus', 'spanakopita', 'gyros plate', 'lamb kleftiko', 'village salad', 'fava', 'avgolemono', 'lemon chicken'],
    remarks: {
      good: ['The octopus is dried on a line in the yard.', 'Olive oil from the owner’s cousin, green and peppery.', 'They send you home with a glass of something strong.', 'Lamb that falls off the bone.', 'Pita straight from the grill.'],
      bad: ['The octopus was rubber.', 'Tzatziki with hardly any garlic, why bother.', 'The lamb was tough and the pita was tougher.', 'Feta like chalk.'],
    },
  },
  brunch: {
    dishes: ['eggs benedict', 'banana bread', 'avocado toast', 'shakshuka', 'french toast', 'breakfast burrito', 'granola bowl', 'corned beef hash', 'cinnamon roll', 'omelette'],
    remarks: {
      good: ['The line moves faster than it looks.', 'Hollandaise without a trace of a packet.', 'Bottomless coffee and they mean it.', 'Maple syrup is the real thing.', 'Dogs are welcome and get a bowl.'],
      bad: ['An hour in line for scrambled eggs.', 'Toast that could tile a roof.', 'The poached eggs were boiled.', 'Juice from a carton at the price of squeezed.'],
    },
  },
  bakery: {
    dishes: ['sourdough loaf', 'croissant', 'lemon tart', 'carrot cake', 'morning bun', 'cheesecake', 'rye bread', 'fruit danish', 'chocolate babka', 'birthday cake'],
    remarks: {
      good: ['Sold out by eleven, so set an alarm.', 'You smell it two blocks away.', 'The lamination on the pastries is a work of art.', 'The rye has a crust that sings.', 'They put the day’s mistakes in a basket for free.'],
      bad: ['The croissant was bread in a costume.', 'Birthday cake had the wrong name on it.', 'Too sweet, and I have a sweet tooth.', 'Yesterday’s bread at today’s price.'],
    },
  },
  icecream: {
    dishes: ['salted caramel scoop', 'lemon sorbet', 'mint chip', 'affogato', 'waffle cone', 'banana split', 'coffee swirl', 'strawberry scoop', 'hot fudge sundae', 'rhubarb sorbet'],
    remarks: {
      good: ['They let you taste as many as you like.', 'Flavours change every week.', 'The cones are rolled in front of you.', 'Not too sweet, which is the secret.', 'Small is large and large is dinner.'],
      bad: ['Ice crystals in every spoon.', 'The queue blocked the whole pavement and nobody managed it.', 'The scoop melted before I had paid.', 'Two flavours left out of sixteen on a hot day.'],
    },
  },
  seafood: {
    dishes: ['fish and chips', 'clam chowder', 'lobster roll', 'grilled bass', 'seafood stew', 'crab cake', 'cioppino', 'squid ink pasta', 'smoked trout', 'tuna steak'],
    remarks: {
      good: ['The boat is tied up outside.', 'Fried in clean oil, you can tell.', 'The chowder has more fish than potato.', 'They tell you who caught it.', 'Lemon, salt, fish, nothing in the way.'],
      bad: ['Smelled of low tide.', 'The batter was thicker than the fish.', 'The fish was frozen, and not long ago.', 'Tartare sauce in little plastic bags.'],
    },
  },
  ethiopian: {
    dishes: ['doro wat', 'kitfo', 'veggie combo', 'tibs', 'shiro', 'misir wat', 'gomen', 'lamb stew', 'lentil sambusa', 'ayib'],
    remarks: {
      good: ['Eating with your hands from one plate brings people together.', 'Coffee is roasted at the table.', 'The injera has a lovely sourness.', 'The lentils alone would be enough.', 'Honey wine goes down far too easily.'],
      bad: ['The injera was dry at the edges.', 'Coffee ceremony was advertised and then forgotten.', 'The stews had run into each other.', 'They were out of injera by eight.'],
    },
  },
  french: {
    dishes: ['steak frites', 'onion soup', 'duck confit', 'coq au vin', 'bouillabaisse', 'quiche', 'crème brûlée', 'cassoulet', 'pâté', 'tarte tatin'],
    remarks: {
      good: ['The wine list fits on one page and every line is good.', 'Butter is not a condiment here, it is a principle.', 'Feels like a side street in Lyon.', 'The bread basket is refilled without a word.', 'Desserts like a pastry shop.'],
      bad: ['The steak was grey all the way through.', 'The waiter corrected my pronunciation. Twice.', 'The soup had a skin.', 'The duck was dry, which takes effort.'],
    },
  },
} as const satisfies Readonly<Record<string, Cuisine>>;

export type CuisineName = keyof typeof cuisines;
