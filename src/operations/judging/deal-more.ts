import type { Store } from '../../store/open-store.ts';
import { dealNext, hasOrderParts } from '../../store/rounds/own-order.ts';
import type { RunAnnotator } from '../../store/rounds/slots.ts';

/**
 * Assigns the next part of somebody's own order, once they have finished what was assigned; false
 * when there is no more. In most runs everything is assigned when they open.
 */
export async function dealMore(store: Store, { run, annotator }: RunAnnotator): Promise<boolean> {
  const whose = { run, annotator };
  if (!(await store.read((db) => hasOrderParts(db, whose)))) return false;
  return await store.write((tx) => dealNext(tx, whose));
}
