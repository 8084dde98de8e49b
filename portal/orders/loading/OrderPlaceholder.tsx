import { isRecord } from '#schemas/forms/is-record.ts';
import type { Form } from '#schemas/generated/types.ts';
import heading from '../../forms/widgets/Heading.module.css';
import { MarkdownText } from '../../forms/widgets/MarkdownText.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import styles from '../editing/OrderEditor.module.css';

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

/**
 * Returns the introduction of a form: its name, description, and the texts before its first field. It parses the raw
 * formSchema, because the form reader is loaded later. It skips what is invalid or may be hidden.
 */
export function formIntro(formSchema: unknown): { name: string; texts: string[] } {
  const root = of(of(formSchema).root);
  if (mayBeHidden(root)) return { name: '', texts: [] };
  const { label, description } = of(root.meta);
  const { layout, descriptionPlacement } = of(root.config);
  const rows = Array.isArray(layout) ? layout.map(textAlone) : [];
  const end = rows.indexOf('');
  return {
    name: text(label),
    texts: [
      descriptionPlacement === 'below' ? '' : text(description),
      ...rows.slice(0, end < 0 ? rows.length : end),
    ].filter(Boolean),
  };
}

/** Returns the text of a row whose only widget is a text; '' for any other row. */
function textAlone(row: unknown): string {
  const { columns } = of(row);
  const [column, ...more] = Array.isArray(columns) ? columns : [];
  const widget = of(of(column).widget);
  const isAlone = more.length === 0 && widget.type === 'markdown' && !mayBeHidden(widget);
  return isAlone ? text(of(widget.config).content) : '';
}

const mayBeHidden = ({ meta, config }: Record<string, unknown>): boolean =>
  of(config).hidden === true || text(of(meta).conditionalScript).trim() !== '';

const of = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const text = (value: unknown) => (typeof value === 'string' ? value : '');
