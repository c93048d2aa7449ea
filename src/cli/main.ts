import { english } from '../domain/english.ts';
import { note } from './output.ts';
import { runCommandLine } from './run-command-line.ts';

// The reader of the output may stop early, as head does: that is not an error.
process.stdout.on('error', (error: Error & { readonly code?: string }) => {
  if (error.code === 'EPIPE') return;
  note(
    english('file-unwritable', {
      file: 'Standard output',
      reason: error.code === 'ENOSPC' ? 'no space is left' : error.message,
    }),
  );
  process.exit(2);
});
process.stderr.on('error', (error: Error & { readonly code?: string }) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runCommandLine(process.argv.slice(2));
