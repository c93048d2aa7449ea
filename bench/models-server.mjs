// Answers every request to Responses with the same reply, a little later; has batches that have
// ended, with a result for each of the ids in a file of a folder.
import { createReadStream, createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const delay = Number(process.argv[2] ?? 20);
const folder = process.argv[3] ?? '.';

const body = (id) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: 1_790_000_000,
  status: 'completed',
  background: false,
  error: null,
  incomplete_details: null,
  model: 'bench',
  output: [
    {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: '{"relevant":true}', annotations: [], logprobs: [] }],
    },
  ],
  parallel_tool_calls: true,
  reasoning: { effort: null, summary: null },
  service_tier: 'default',
  store: false,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
  usage: {
    input_tokens: 412,
    input_tokens_details: { cached_tokens: 256 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 421,
  },
  user: null,
  metadata: {},
});

async function* resultLines(file) {
  let lines = '';
  for await (const id of createInterface({ input: createReadStream(join(folder, file)) })) {
    const response = { status_code: 200, request_id: `req_${id}`, body: body(id) };
    const line = { id: `batch_req_${id}`, custom_id: id, response, error: null };
    lines += `${JSON.stringify(line)}\n`;
    if (lines.length < 65_536) continue;
    yield lines;
    lines = '';
  }
  yield lines;
}

const reply = JSON.stringify(body('1'));
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
    Readable.from(resultLines(basename(file))).pipe(response);
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
// The same results as a file, for whoever only parses them.
process.on('message', async (file) => {
  const into = createWriteStream(join(folder, `${file}.jsonl`));
  await pipeline(Readable.from(resultLines(file)), into);
  process.send?.('written');
});
process.on('disconnect', () => process.exit());
