/** The text of a published file by its path in the release; null when it is not there. */
export type PublishedFiles = (name: string) => string | null;

/** The files embedded in the page: a JSON object of path and text, compressed, in base64. */
export async function embeddedFiles(text: string): Promise<PublishedFiles> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const files = (await new Response(stream).json()) as Readonly<Record<string, string>>;
  return (name) => (Object.hasOwn(files, name) ? files[name]! : null);
}

/** The files of a folder that somebody chose, by their paths below it. */
export async function chosenFiles(list: FileList): Promise<PublishedFiles> {
  const found = new Map<string, string>();
  for (const file of list) {
    const path = file.webkitRelativePath.split('/').slice(1).join('/');
    if (/^(record|protocol)\//.test(path)) found.set(path, await file.text());
  }
  return (name) => found.get(name) ?? null;
}
