import { join } from 'node:path';
import type { AttemptSum } from '../../../store/models/attempts.ts';
import { AppendFile } from '../append-file.ts';
import { hashOf } from '../model-result.ts';
import { modelsFolder } from './folder-ledger.ts';
import { FolderState } from './folder-state.ts';
import type { JournalEvent } from './folder-state.ts';
import { attemptsOf } from './journal-attempts.ts';

/** What a folder keeps of asking models about a task. */
export interface AskedModels {
  readonly sums: readonly AttemptSum[];
  /** The replies that became judgments, by the requests that these carry. */
  readonly replies: ReadonlyMap<unknown, KeptReply>;
}

/** A reply by its hash, and whole where that was asked for. */
interface KeptReply {
  readonly hash: string;
  readonly text: string | null;
}

/** Reads what models were asked about a task of a folder; nothing is locked or written. */
export function askedModels(folder: string, task: string, withTexts: boolean): AskedModels {
  const own = modelsFolder(folder, task);
  const texts = withTexts ? replyTexts(join(own, 'replies.jsonl')) : new Map<string, string>();
  const state = new FolderState();
  const replies = new Map<unknown, KeptReply>();
  new AppendFile(join(own, 'journal.jsonl'), true).read((line) => {
    const event = JSON.parse(line) as JournalEvent;
    state.apply(event);
    if (event.is !== 'attempts') return;
    for (const { id, outcome, reply: hash } of attemptsOf(event))
      if (outcome === 'accepted' && hash !== null)
        replies.set(id, { hash, text: texts.get(hash) ?? null });
  });
  return { sums: state.sums(undefined), replies };
}

/** The kept replies by their hashes. The line of a batch lies in its file as it came. */
function replyTexts(path: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  new AppendFile(path, true).read((line) => {
    const { hash, content } = JSON.parse(line) as { hash: string; content?: string };
    const text = content ?? line.slice(line.indexOf('"line":') + '"line":'.length, -1);
    if (hashOf(text) === hash) found.set(hash, text);
  });
  return found;
}
