import type { Task } from '../../domain/protocol/task.ts';
import type { TaskReply } from '../../server/routes/protocol/task-reply.ts';

/**
 * The task of a reply. Its type does not say that the rules were parsed when the protocol was read,
 * and it leaves out the fields that only imported rows carry.
 */
export function readTask(reply: TaskReply): Task {
  return reply as unknown as Task;
}
