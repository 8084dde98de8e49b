import '../../look/tokens.css';
import { useId, useState } from 'react';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineLabels } from '#schemas/orders/line-labels.ts';
import { createUploads } from '../../forms/files/uploads.ts';
import { Button } from '../../look/Button.tsx';
import mounted from '../../look/EmbeddedPage.module.css';
import { Icon } from '../../look/Icon.tsx';
import { lineProblemText } from '../lines/lineLabels.ts';
import summary from '../OrderSummary.module.css';
import { LineForm, type SoughtField } from './LineForm.tsx';
import styles from './LinePreview.module.css';
import type { LineCheck } from './useLineCheck.ts';

/**
 * The preview of a product's line form with sample data and the server's validation, for the product editor of the
 * back-office. Nothing is saved; `onType` receives the data for validation.
 */
export function LinePreview({
  line: { schema, ...line },
  typed,
  onType,
}: {
  line: NonNullable<LineCheck['line']>;
  /** The current input; undefined until something is typed. */
  typed: JsonMap | undefined;
  onType: (data: JsonMap | undefined) => void;
}) {
  const id = useId();
  const [uploads] = useState(() => createUploads());
  const [sought, setSought] = useState<SoughtField>();
  const data = typed ?? line.data;
  const { problems } = line;
  return (
    <div className={`${mounted.place} ${styles.preview}`}>
      {lineLabels(schema).size === 0 ? (
        <p className={styles.empty}>Lines of this product have no fields.</p>
      ) : (
        <LineForm
          // Remount for a new schema: the same name may have another meaning there.
          key={JSON.stringify(schema)}
          id={id}
          name="the sample line"
          schema={schema}
          data={data}
          problems={problems}
          showsAllProblems={typed !== undefined || sought !== undefined}
          uploads={uploads}
          sought={sought}
          onType={onType}
        />
      )}
      {problems.length === 0 ? (
        <p className={summary.fine}>
          <Icon name="check" size={16} />
          Nothing is missing
        </p>
      ) : (
        <details className={summary.problems}>
          <summary>{`${problems.length} item${problems.length > 1 ? 's' : ''} to complete`}</summary>
          <ul>
            {problems.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <button
                  type="button"
                  className={summary.jump}
                  onClick={() => setSought({ path, from: document.activeElement })}
                >
                  {lineProblemText(path, message, schema)}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
      {typed && <Button onClick={() => onType(undefined)}>Reset the sample</Button>}
    </div>
  );
}
