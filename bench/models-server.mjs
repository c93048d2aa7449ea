// Answers every request to Responses with the same reply, a little later; has batches that have
// ended, with their results in the files of a folder.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';

const delay = Number(process.argv[2] ?? 20);
const folder = process.argv[3] ?? '.';
const reply = JSON.stringify({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'bench',
  error: null,
  incomplete_details: null,
  output: [
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: '{"relevant":true}', annotations: [] }],
    },
  ],
  usage: { input_tokens: 400, output_tokens: 8, total_tokens: 408 },
});
const server = createServer((request, response) => {
  const [, batch] = /^\/v1\/batches\/([^/]+)$/.exec(request.url) ?? [];
  const [, file] = /^\/v1\/files\/([^/]+)\/content$/.exec(request.url) ?? [];
  if (batch !== undefined) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: batch, status: 'completed', output_file_id: batch }));
    return;
  }
  if (file !== undefined) {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    createReadStream(join(folder, basename(file))).pipe(response);
    return;
  }
  request.resume();
  request.on('end', () =>
    setTimeout(() => {
      const length = String(Buffer.byteLength(reply));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
      response.end(reply);
    }, delay),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
process.on('disconnect', () => process.exit());
