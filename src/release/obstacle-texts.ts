import type { CodedText } from '../domain/coded-text.ts';
import { codedText } from '../domain/text-values.ts';
import { checkText } from '../truth/rounds/round-state.ts';
import type { Obstacle } from './obstacles.ts';

/** How many units an obstacle names. */
const mostNamed = 5;

/** An obstacle, to be put into words. */
export function obstacleText(obstacle: Obstacle): CodedText {
  switch (obstacle.kind) {
    case 'round-not-opened':
    case 'round-open':
      return codedText(`obstacle-${obstacle.kind}`, { round: obstacle.round });
    case 'gate': {
      const checks = obstacle.checks.map(checkText);
      return codedText('obstacle-gate', { round: obstacle.round, checks });
    }
    case 'units': {
      const { task, why, units } = obstacle;
      const rest = units.length - mostNamed;
      const named = units.slice(0, mostNamed);
      const shown = rest > 0 ? [...named, codedText('more', { count: rest })] : named;
      return codedText(`obstacle-${why}`, { task, count: units.length, units: shown });
    }
    case 'no-truth':
      return codedText('obstacle-no-truth', { task: obstacle.task });
    case 'split-sizes': {
      const { task, wanted, available } = obstacle;
      return codedText('obstacle-split-sizes', { task, wanted, available });
    }
  }
}
