import { missingField, wrongValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { estimateMeasures, weightedMeasures } from '../../evaluation/summed-measures.ts';
import type { Measured, SummedMeasures } from '../../evaluation/summed-measures.ts';
import type { Draws } from '../../statistics/bootstrap.ts';
import type { FaultList } from '../text-file.ts';
import { numberIn, recordedChance } from './read-table.ts';
import type { TableRow } from './read-table.ts';

/** Measures by chance, or why there are none. */
export interface WeightedBlocks {
  readonly weighted: ReadonlyMap<string, Measured> | null;
  /** Queries or sources whose rows were drawn with different chances: they have no weight. */
  readonly mixedChances: number;
  /** Queries or sources without a recorded chance beside others with one: they count once. */
  readonly withoutChance: number;
}

/** The chances of what is drawn together (queries, answers, sources), as rows of a table say. */
export class BlockChances {
  readonly #chances = new Map<string, number>();
  readonly #mixed = new Set<string>();
  readonly #asked: string | null;

  /** The column is the one that was asked for, or the one that `assay sample` writes. */
  constructor(asked: string | null) {
    this.#asked = asked;
  }

  /** Takes the row of a block; a row without a chance says nothing. */
  add(block: string, row: TableRow, place: { file: string; line: number }, found: FaultList): void {
    const column = this.#asked ?? recordedChance;
    const cell = row[column];
    if (cell === undefined || cell === null || cell === '') {
      if (this.#asked !== null && !(column in row))
        found.add(missingField(column, codedText('drawing-chance'), place));
      return;
    }
    const chance = numberIn(cell);
    if (!(chance > 0 && chance <= 1)) {
      found.add(wrongValue(column, cell, codedText('drawing-chance'), place));
      return;
    }
    const known = this.#chances.get(block);
    if (known !== undefined && known !== chance) this.#mixed.add(block);
    this.#chances.set(block, chance);
  }

  /** The measures with each block counted by 1 over its chance; a block without one counts once. */
  estimate(summed: SummedMeasures, blocks: readonly string[], draws: Draws): WeightedBlocks {
    const mixedChances = blocks.filter((block) => this.#mixed.has(block)).length;
    if (this.#chances.size === 0 || mixedChances > 0)
      return { weighted: null, mixedChances, withoutChance: 0 };
    const weights = Float64Array.from(blocks, (block) => 1 / (this.#chances.get(block) ?? 1));
    const weighted = estimateMeasures(weightedMeasures(summed, weights), draws);
    const withoutChance = blocks.filter((block) => !this.#chances.has(block)).length;
    return { weighted, mixedChances, withoutChance };
  }
}
