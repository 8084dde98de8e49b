import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { Icon } from '../../look/Icon.tsx';
import { useFieldCell } from '../store/hooks.ts';
import { LazyWhyFieldError } from '../why/lazyExplanations.ts';
import styles from './Field.module.css';

/** The validation errors of a container as a whole, which scripts can report. */
export function ContainerErrors({ widget, row }: { widget: ValidWidget; row: Row }) {
  return widget.key === '' ? null : <OwnMessages widget={widget} row={row} />;
}

function OwnMessages({ widget, row }: { widget: ValidWidget; row: Row }) {
  const { messages, waived } = useFieldCell(widget, row);
  return <ErrorList widget={widget} row={row} messages={messages} waived={waived} />;
}

interface MessageListProps {
  widget: ValidWidget;
  row: Row;
  messages: readonly string[];
  /** The errors that a moderator waived, or that the booked order already had, with words that say so. */
  waived: readonly string[];
  /** The element id for `aria-describedby`. */
  id?: string;
}

/** The list of validation errors, with a 'Why?' button for those of scripts. */
export function ErrorList({ widget, row, messages, waived, id }: MessageListProps) {
  if (messages.length + waived.length === 0) return null;
  return (
    <div className={styles.errors}>
      <div id={id}>
        {messages.map((message) => (
          <p key={message} className={styles.error}>
            <Icon name="alert" size={16} />
            <span>{message}</span>
          </p>
        ))}
        {waived.map((message) => (
          <p key={message} className={styles.waived}>
            <Icon name="check" size={16} />
            <span>{message}</span>
          </p>
        ))}
      </div>
      {messages.length > 0 && <LazyWhyFieldError widget={widget} row={row} messages={messages} />}
    </div>
  );
}
