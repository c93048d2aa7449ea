/** A stretch of text that stayed, went or came. */
export interface DiffPart {
  readonly is: 'same' | 'removed' | 'added';
  readonly text: string;
}

/**
 * What changed between two texts, word by word: the longest common row of words stays. For texts as
 * long as a paragraph, since the work grows with the product of their lengths.
 */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const [left, right] = [words(before), words(after)];
  const lengths = commonLengths(left, right);
  const parts: DiffPart[] = [];
  const push = (is: DiffPart['is'], text: string): void => {
    const last = parts.at(-1);
    if (last?.is === is) parts[parts.length - 1] = { is, text: last.text + text };
    else parts.push({ is, text });
  };
  let [at, to] = [0, 0];
  while (at < left.length || to < right.length) {
    if (at < left.length && to < right.length && left[at] === right[to]) {
      push('same', left[at]!);
      at += 1;
      to += 1;
    } else if (
      to >= right.length ||
      (at < left.length && lengths[at + 1]![to]! >= lengths[at]![to + 1]!)
    ) {
      push('removed', left[at]!);
      at += 1;
    } else {
      push('added', right[to]!);
      to += 1;
    }
  }
  return parts;
}

/** Words with the space behind them, so that joined they are the text again. */
function words(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** For each pair of places, how many words the rests have in common. */
function commonLengths(
  left: readonly string[],
  right: readonly string[],
): readonly (readonly number[])[] {
  const lengths = Array.from({ length: left.length + 1 }, () =>
    Array.from({ length: right.length + 1 }, () => 0),
  );
  for (let at = left.length - 1; at >= 0; at -= 1) {
    for (let to = right.length - 1; to >= 0; to -= 1)
      lengths[at]![to] =
        left[at] === right[to]
          ? lengths[at + 1]![to + 1]! + 1
          : Math.max(lengths[at + 1]![to]!, lengths[at]![to + 1]!);
  }
  return lengths;
}
