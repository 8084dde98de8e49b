import type { Row } from '#schemas/forms/filling/row.ts';
import type { SoundWidget } from '#schemas/forms/form.ts';
import { Icon } from '../../look/Icon.tsx';
import { useCell } from '../store/hooks.ts';
import { WhyRefused } from '../why/loaded.ts';
import styles from './Field.module.css';

/** What refuses a part of the form as a whole, as a script may. */
export function Messages({ widget, row }: { widget: SoundWidget; row: Row }) {
  return widget.key === '' ? null : <OwnMessages widget={widget} row={row} />;
}

function OwnMessages({ widget, row }: { widget: SoundWidget; row: Row }) {
  const { messages, waived } = useCell(widget, row);
  return <MessageList widget={widget} row={row} messages={messages} waived={waived} />;
}

interface MessageListProps {
  widget: SoundWidget;
  row: Row;
  messages: readonly string[];
  /** What of them a moderator has waived, or the booked order had already, in words that say so. */
  waived: readonly string[];
  /** The id of what describes the field. */
  id?: string;
}

/** Errors in words, each with its sign; what a script says can be asked why. */
export function MessageList({ widget, row, messages, waived, id }: MessageListProps) {
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
      {messages.length > 0 && <WhyRefused widget={widget} row={row} messages={messages} />}
    </div>
  );
}
