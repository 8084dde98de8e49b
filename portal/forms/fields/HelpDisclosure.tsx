import { MarkdownText } from '../widgets/MarkdownText.tsx';
import frame from './Field.module.css';
import styles from './HelpDisclosure.module.css';

/** Long help as a disclosure (`details`): it expands below its field and covers nothing. */
export function HelpDisclosure({ name, text }: { name: string; text: string }) {
  return (
    <details className={styles.help}>
      <summary className={styles.opener}>
        Help<span className={frame.unseen}>{` with ${name}`}</span>
      </summary>
      <div className={styles.text}>
        <MarkdownText text={text} />
      </div>
    </details>
  );
}
