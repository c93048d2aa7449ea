import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { queueOrder } from '../../truth/rulings/ruling-queue.ts';
import type { QueueOrder } from '../../truth/rulings/ruling-queue.ts';

const orders = new WeakMap<TaskFold, QueueOrder>();

/** What waits for a ruling, in order; computed again only when something is new. */
export function orderOf(fold: TaskFold): QueueOrder {
  const known = orders.get(fold);
  const order = known !== undefined && known.version === fold.version ? known : queueOrder(fold);
  orders.set(fold, order);
  return order;
}
