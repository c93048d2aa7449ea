import { apiPath } from '../../api/client.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Section } from '../../components/Section.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { releaseTexts } from './texts.ts';
import styles from './release.module.css';

/** The report of a release, opened in place: as a stranger that can reach nothing here. */
export function ReportFrame({ project, version }: Readonly<{ project: string; version: string }>) {
  const texts = useTexts(releaseTexts);
  return (
    <Section
      title={texts.reportOf(version)}
      aside={
        <ButtonLink
          size="compact-sm"
          variant="default"
          target={{ to: 'release', params: { project } }}
        >
          {texts.close}
        </ButtonLink>
      }
    >
      <iframe
        className={styles.report}
        title={texts.reportOf(version)}
        sandbox="allow-scripts allow-downloads"
        src={apiPath`/api/projects/${project}/releases/${version}/report.html`}
      />
    </Section>
  );
}
