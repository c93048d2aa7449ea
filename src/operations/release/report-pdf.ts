import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Report } from '../../release/report/report.ts';
import { packageText } from '../package-files.ts';
import { fontLetters } from './font-letters.ts';

/**
 * The report as a tagged PDF (PDF/UA): the same bytes for the same content on every machine, so
 * only the font that ships with Assay is used. Letters that it does not have are printed as □ and
 * counted on the first page; the page in the browser shows them.
 */
export async function reportPdf(report: Report): Promise<Uint8Array> {
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler');
  const require = createRequire(import.meta.url);
  const fonts = dirname(require.resolve('@expo-google-fonts/inter/package.json'));
  const regular = readFileSync(join(fonts, weights[0]!, `Inter_${weights[0]!}.ttf`));
  const compiler = NodeCompiler.create({
    fontArgs: [{ fontPaths: weights.map((weight) => join(fonts, weight)) }],
  });
  const compiled = compiler.compile({
    mainFileContent: packageText('presets/report.typ'),
    inputs: { report: JSON.stringify(printable(report, fontLetters(regular))) },
  });
  const { result } = compiled;
  if (result !== null) return compiler.pdf(result, { pdfStandard: 'ua-1', creationTimestamp: 0 });
  throw new Error(compiled.takeError()?.compilationStatus ?? 'The report could not be printed');
}

const weights = ['400Regular', '400Regular_Italic', '600SemiBold'];

/** What PDF/UA refuses: control characters, byte order marks, letters of private use. */
const refused = /[\p{Cc}\p{Co}\p{Cs}\uFEFF\uFFFE]/u;

/** The report in letters that can be printed. */
function printable(report: Report, letters: ReadonlySet<number>): Report {
  let replaced = 0;
  const has = (text: string): boolean =>
    [...text].every((letter) => !refused.test(letter) && letters.has(letter.codePointAt(0)!));
  const shown = (letter: string): string => {
    if (has(letter) || letter === '\n') return letter;
    const plain = letter.normalize('NFKC');
    if (has(plain)) return plain;
    replaced += 1;
    return '□';
  };
  const text = JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'string' ? [...value.normalize('NFC')].map(shown).join('') : value,
  );
  const printed = JSON.parse(text) as Report;
  if (replaced === 0) return printed;
  const note = `${replaced} letters that this PDF cannot print are shown as □; see report.html`;
  return { ...printed, lines: [...printed.lines, note] };
}
