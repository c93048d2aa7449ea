import type { PassageKind } from './allergy-passages.ts';
import type { CuisineName } from './cuisines.ts';

/** A business with the passages about allergy that its reviews contain. */
export interface Business {
  readonly name: string;
  readonly categories: string;
  readonly cuisine: CuisineName;
  readonly reviews: number;
  /** The share of guests who are pleased. */
  readonly mood: number;
  /** A passage of this kind each; with a year where the story needs one: `severe@2018`. */
  readonly story: readonly (PassageKind | `${PassageKind}@${number}`)[];
}

/**
 * Forty invented businesses. Some stories are there to separate the policies: old incidents (V3 is milder than V2), refusals without
 * incident (V0 and V1 are harsher than V2), one mild incident in a kitchen with and without the cuisine's points, incidents beyond the
 * 25 most recent reviews (K matters), and "Eurasian", which is not "Asian".
 */
export const businesses: readonly Business[] = [
  { name: 'Lotus Lane Thai Kitchen', categories: 'Thai, Restaurants', cuisine: 'thai', reviews: 48, mood: 0.7, story: ['severe-assured@2021', 'severe@2020', 'moderate@2021', 'mild', 'accommodated', 'dismissive', 'ingredient', 'ingredient', 'hypothetical', 'secondhand'] },
  { name: 'Basil & Bamboo', categories: 'Thai, Vegetarian, Restaurants', cuisine: 'thai', reviews: 36, mood: 0.8, story: ['mild@2021', 'accommodated', 'accommodated', 'ingredient', 'hypothetical', 'ingredient'] },
  { name: 'Chao Phraya Noodle Bar', categories: 'Restaurants, Thai, Noodles', cuisine: 'thai', reviews: 29, mood: 0.75, story: ['ingredient', 'ingredient', 'hypothetical', 'accommodated'] },
  { name: 'Pho Hien', categories: 'Vietnamese, Restaurants', cuisine: 'vietnamese', reviews: 52, mood: 0.8, story: ['moderate@2018', 'moderate@2017', 'accommodated@2021', 'accommodated@2021', 'accommodated@2020', 'ingredient', 'hypothetical'] },
  { name: 'Saigon Sandwich Co', categories: 'Vietnamese, Sandwiches, Food', cuisine: 'vietnamese', reviews: 33, mood: 0.85, story: ['ingredient', 'hypothetical', 'mild-assured@2021'] },
  { name: 'Nine Dragons', categories: 'Chinese, Dim Sum, Restaurants', cuisine: 'chinese', reviews: 57, mood: 0.6, story: ['severe@2021', 'severe@2019', 'severe-assured@2021', 'moderate', 'dismissive', 'dismissive', 'dismissive', 'secondhand', 'hypothetical'] },
  { name: 'Golden Wok Express', categories: 'Chinese, Fast Food, Restaurants', cuisine: 'chinese', reviews: 41, mood: 0.5, story: ['refused', 'refused', 'refused@2021', 'hypothetical', 'dismissive'] },
  { name: 'Auntie Mei', categories: 'Restaurants, Chinese, Dumplings', cuisine: 'chinese', reviews: 38, mood: 0.85, story: ['accommodated', 'accommodated', 'trap', 'hypothetical', 'ingredient'] },
  { name: 'East Meets Pan', categories: 'Asian Fusion, Restaurants', cuisine: 'chinese', reviews: 31, mood: 0.7, story: ['mild@2020', 'accommodated', 'ingredient'] },
  { name: 'Samarkand Table', categories: 'Eurasian, Restaurants', cuisine: 'greek', reviews: 27, mood: 0.75, story: ['mild@2021', 'hypothetical', 'accommodated'] },
  { name: 'Trattoria Bellarosa', categories: 'Italian, Restaurants, Wine Bars', cuisine: 'italian', reviews: 44, mood: 0.8, story: ['accommodated', 'accommodated', 'ingredient', 'ingredient', 'trap', 'hypothetical'] },
  { name: 'Osteria del Ponte', categories: 'Italian, Restaurants', cuisine: 'italian', reviews: 39, mood: 0.65, story: ['moderate-assured@2021', 'ingredient', 'accommodated', 'hypothetical'] },
  { name: 'Mamma Rina', categories: 'Italian, Delis, Food', cuisine: 'italian', reviews: 24, mood: 0.85, story: ['ingredient', 'accommodated'] },
  { name: 'Slice Republic', categories: 'Pizza, Restaurants', cuisine: 'pizza', reviews: 55, mood: 0.6, story: ['mild', 'hypothetical', 'dismissive', 'accommodated'] },
  { name: 'Ember & Dough', categories: 'Pizza, Italian, Restaurants', cuisine: 'pizza', reviews: 46, mood: 0.8, story: ['accommodated', 'accommodated', 'ingredient', 'trap'] },
  { name: 'Corner Pie', categories: 'Pizza, Food Delivery Services', cuisine: 'pizza', reviews: 22, mood: 0.5, story: ['hypothetical'] },
  { name: 'The Copper Skillet', categories: 'American (Traditional), Diners, Restaurants', cuisine: 'american', reviews: 58, mood: 0.65, story: ['moderate@2021', 'moderate@2020', 'accommodated', 'dismissive', 'hypothetical', 'secondhand'] },
  { name: 'Route 9 Burgers', categories: 'Burgers, Fast Food, Restaurants', cuisine: 'american', reviews: 43, mood: 0.55, story: ['dismissive', 'dismissive', 'dismissive@2021', 'hypothetical'] },
  { name: 'Smoke & Barrel', categories: 'Barbeque, American (New), Restaurants', cuisine: 'american', reviews: 37, mood: 0.75, story: ['hypothetical', 'accommodated', 'ingredient'] },
  { name: 'Millbrook Tavern', categories: 'American (New), Bars, Nightlife', cuisine: 'american', reviews: 28, mood: 0.7, story: ['severe@2016', 'accommodated@2021', 'hypothetical'] },
  { name: 'La Palapa', categories: 'Mexican, Restaurants', cuisine: 'mexican', reviews: 47, mood: 0.75, story: ['mild@2021', 'mild@2021', 'hypothetical', 'accommodated'] },
  { name: 'Taqueria Dos Rios', categories: 'Mexican, Food Trucks', cuisine: 'mexican', reviews: 32, mood: 0.85, story: ['hypothetical'] },
  { name: 'Casa Azul', categories: 'Mexican, Bars, Restaurants', cuisine: 'mexican', reviews: 26, mood: 0.6, story: ['refused', 'ingredient'] },
  { name: 'Tandoor House', categories: 'Indian, Restaurants', cuisine: 'indian', reviews: 50, mood: 0.75, story: ['severe-assured@2019', 'moderate@2021', 'accommodated', 'accommodated', 'ingredient', 'ingredient', 'hypothetical'] },
  { name: 'Saffron Street', categories: 'Indian, Pakistani, Restaurants', cuisine: 'indian', reviews: 35, mood: 0.8, story: ['mild-assured@2020', 'accommodated', 'ingredient', 'ingredient', 'hypothetical'] },
  { name: 'Dosa Junction', categories: 'Indian, Vegetarian, Restaurants', cuisine: 'indian', reviews: 30, mood: 0.8, story: ['accommodated', 'ingredient'] },
  { name: 'Kaze Ramen', categories: 'Japanese, Ramen, Restaurants', cuisine: 'japanese', reviews: 42, mood: 0.8, story: ['moderate@2020', 'hypothetical', 'accommodated'] },
  { name: 'Blue Fin', categories: 'Japanese, Sushi Bars, Restaurants', cuisine: 'japanese', reviews: 45, mood: 0.7, story: ['severe@2020', 'dismissive', 'hypothetical', 'secondhand', 'trap'] },
  { name: 'Seoul Garden', categories: 'Korean, Barbeque, Restaurants', cuisine: 'korean', reviews: 40, mood: 0.75, story: ['mild@2019', 'mild@2018', 'hypothetical', 'accommodated'] },
  { name: 'Banchan', categories: 'Korean, Restaurants', cuisine: 'korean', reviews: 25, mood: 0.8, story: ['hypothetical', 'refused'] },
  { name: 'Aegean Grill', categories: 'Greek, Mediterranean, Restaurants', cuisine: 'greek', reviews: 34, mood: 0.8, story: ['accommodated', 'hypothetical', 'ingredient'] },
  { name: 'Olive & Thyme', categories: 'Mediterranean, Greek, Restaurants', cuisine: 'greek', reviews: 23, mood: 0.75, story: ['secondhand', 'accommodated'] },
  { name: 'Sunny Side', categories: 'Breakfast & Brunch, Cafes, Restaurants', cuisine: 'brunch', reviews: 60, mood: 0.7, story: ['moderate-assured@2020', 'mild@2021', 'accommodated', 'accommodated', 'dismissive', 'ingredient', 'hypothetical', 'trap'] },
  { name: 'Cafe Lumen', categories: 'Cafes, Breakfast & Brunch', cuisine: 'brunch', reviews: 38, mood: 0.85, story: ['accommodated', 'ingredient', 'hypothetical'] },
  { name: 'Hearth Bakery', categories: 'Bakeries, Food', cuisine: 'bakery', reviews: 49, mood: 0.8, story: ['severe-assured@2021', 'moderate@2021', 'refused', 'accommodated', 'ingredient', 'ingredient', 'ingredient'] },
  { name: 'Crumb', categories: 'Bakeries, Coffee & Tea', cuisine: 'bakery', reviews: 21, mood: 0.9, story: ['accommodated', 'ingredient', 'trap'] },
  { name: 'Polar Scoops', categories: 'Ice Cream & Frozen Yogurt, Food', cuisine: 'icecream', reviews: 53, mood: 0.85, story: ['moderate@2019', 'mild@2021', 'accommodated', 'accommodated', 'ingredient', 'ingredient', 'dismissive'] },
  { name: 'Harbour Fish House', categories: 'Seafood, Restaurants', cuisine: 'seafood', reviews: 56, mood: 0.65, story: ['severe@2021', 'moderate@2020', 'secondhand', 'dismissive', 'hypothetical', 'accommodated', 'trap'] },
  { name: 'Addis Table', categories: 'Ethiopian, Restaurants', cuisine: 'ethiopian', reviews: 20, mood: 0.85, story: [] },
  { name: 'Chez Margaux', categories: 'French, Wine Bars, Restaurants', cuisine: 'french', reviews: 27, mood: 0.75, story: ['refused', 'accommodated', 'ingredient', 'secondhand'] },
];
