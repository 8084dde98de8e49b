import type { Form } from '#schemas/generated/types.ts';
import heading from '../../forms/widgets/Heading.module.css';
import { MarkdownText } from '../../forms/widgets/MarkdownText.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import styles from '../editing/OrderEditor.module.css';
import { formIntro } from './formIntro.ts';

/** The placeholder of an order while its form loads: a skeleton with the form's title and introduction. */
export function OrderPlaceholder({ form }: { form: Form }) {
  const { name, texts } = formIntro(form.formSchema);
  return (
    <div className={styles.editor}>
      <div className={styles.content}>
        <div className={styles.clientAhead}>
          <Skeleton lines={2} />
        </div>
        <div className={styles.formAhead}>
          {name && <h2 className={heading.heading}>{name}</h2>}
          {texts.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts have no other name.
            <div key={at}>
              <MarkdownText text={text} />
            </div>
          ))}
          <Skeleton lines={12} isSilent />
        </div>
      </div>
      <Skeleton lines={8} isSilent />
    </div>
  );
}
