/** That a project keeps its protocol although a folder has another one, and the way to add that. */
export function keptVersionText(project: string, version: number, folder: string): string {
  return (
    `${project} keeps version ${version} of its protocol; the one in ${folder} differs. ` +
    `To add it as a version: assay protocol update ${folder} --project ${project}`
  );
}
