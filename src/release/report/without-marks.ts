/**
 * The words of a text of the guideline: what is emphasised, code or a link there, is plain here.
 * @example withoutMarks('**mild**: see `note` and [more](x)') // 'mild: see note and more'
 */
export function withoutMarks(text: string): string {
  return text
    .replaceAll(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])/g, '$1')
    .replaceAll(/`([^`]+)`/g, '$1')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
}
