import type { Task } from '../../domain/protocol/task.ts';
import type { TaskReply } from '../../server/routes/protocol/task-reply.ts';

/** The task of a reply, whose type has no parsed rules and lacks fields only rows carry. */
export function readTask(reply: TaskReply): Task {
  return reply as unknown as Task;
}
