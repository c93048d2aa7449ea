import { chosenFiles, embeddedFiles } from './published-files.ts';
import type { PublishedFiles } from './published-files.ts';
import { prove } from './proof.ts';
import type { Proof } from './proof.ts';
import { showExplorer } from './explorer.ts';
import { button, element } from './elements.ts';

// The program inside report.html: it computes every figure of the page again from the published
// judgments, and shows each unit with the votes behind its truth.

const panel = document.querySelector<HTMLElement>('#proof')!;
const explorer = document.querySelector<HTMLElement>('#explorer')!;
const hasFiles = document.querySelector('#files') !== null;

if (hasFiles) {
  panel.replaceChildren(
    element('p', {}, 'The judgments are inside this page. Nothing is sent anywhere.'),
    button('Compute every figure again', () => run(embeddedFiles), 'primary'),
  );
  // Units are shown as soon as somebody wants to see them; reading takes a moment.
  explorer.replaceChildren(
    button('Show the units with their votes', () => run(embeddedFiles), 'primary'),
  );
} else {
  const input = element('input', { type: 'file', webkitdirectory: '', 'aria-describedby': 'how' });
  input.addEventListener('change', () => {
    const { files } = input;
    if (files !== null && files.length > 0) void run(() => chosenFiles(files));
  });
  panel.replaceChildren(
    element(
      'p',
      { id: 'how' },
      'The judgments lie beside this page. Choose the folder of the release, and every figure is ' +
        'computed again here. Nothing is sent anywhere.',
    ),
    input,
  );
  explorer.replaceChildren(element('p', {}, 'Choose the folder of the release above.'));
}

async function run(read: () => Promise<PublishedFiles>): Promise<void> {
  panel.className = 'proof';
  panel.replaceChildren(element('p', { role: 'status' }, 'Computing …'));
  // Painted before the work begins.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const started = performance.now();
  try {
    const proof = prove(await read(), document);
    showProof(proof, performance.now() - started);
    showExplorer(explorer, proof.fold);
  } catch (error) {
    panel.className = 'proof bad';
    const reason = error instanceof Error ? error.message : String(error);
    const text = `✗ The published judgments cannot be read: ${reason}`;
    panel.replaceChildren(element('p', { role: 'alert' }, text));
  }
}

function showProof({ equal, differing, changedTexts }: Proof, milliseconds: number): void {
  const seconds = (milliseconds / 1000).toFixed(1);
  const isGood = differing.length === 0 && changedTexts.length === 0;
  panel.className = `proof ${isGood ? 'good' : 'bad'}`;
  const text = isGood
    ? `✓ ${equal} figures computed again in ${seconds} s: all equal.`
    : `✗ ${differing.length} of ${equal + differing.length} figures differ from what the ` +
      `judgments give, and ${changedTexts.length} passages of text.`;
  const details = [
    ...differing.map(
      ({ figure, shown, now }) => `${figure}: the page says ${shown}, the judgments give ${now}`,
    ),
    ...changedTexts.map((passage) => `Changed text: ${passage}`),
  ].slice(0, 50);
  panel.replaceChildren(
    element('p', { role: 'status' }, text),
    ...(details.length === 0
      ? []
      : [element('ul', {}, ...details.map((one) => element('li', {}, one)))]),
  );
}
