import { useState } from 'react';
import { type Answers, fieldsOf, missingNeeds } from '#schemas/orders/needs.ts';
import type { Need, Transition, TransitionWords } from '#schemas/orders/transitions.ts';
import type { Elements } from '../forms/elements.ts';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { Field, type FieldControl } from '../look/Field.tsx';

/** The dialog before a transition: asks for its required fields, or for confirmation. */
export function TransitionDialog({
  transition,
  question,
  onAnswer,
  onClose,
  children,
}: {
  transition: Pick<Transition, 'needs'> & Partial<Pick<Transition, 'to'>>;
  question: NonNullable<TransitionWords['question']>;
  onAnswer: (fields: ReturnType<typeof fieldsOf>) => void;
  onClose: () => void;
  /** Additional information or inputs. */
  children?: Elements;
}) {
  const [answers, setAnswers] = useState<Answers>({});
  const [hasTried, setTried] = useState(false);
  const missing = missingNeeds(transition, answers);
  const submit = () => {
    setTried(true);
    if (missing.length === 0) onAnswer(fieldsOf(answers));
  };
  return (
    <Dialog
      title={question.title}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{question.no}</Button>
          <Button type="submit" kind={isEnd(transition) ? 'danger' : 'primary'}>
            {question.yes}
          </Button>
        </>
      }
    >
      {question.text && <p>{question.text}</p>}
      {transition.needs.map((need) => (
        <Field
          key={need.field}
          label={need.label}
          isRequired={need.isRequired}
          {...(need.hint ? { hint: need.hint } : {})}
          error={hasTried && missing.includes(need) ? `Missing required field: ${need.label}` : undefined}
        >
          {(control) => (
            <Control
              control={control}
              need={need}
              value={answers[need.field] ?? ''}
              onChange={(text) => setAnswers((before) => ({ ...before, [need.field]: text }))}
            />
          )}
        </Field>
      ))}
      {children}
    </Dialog>
  );
}

function Control({
  control,
  need,
  value,
  onChange,
}: {
  control: FieldControl;
  need: Need;
  value: string;
  onChange: (text: string) => void;
}) {
  if (!need.choices) {
    return (
      <textarea
        {...control}
        rows={4}
        maxLength={need.maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">Choose one</option>
      {Object.entries(need.choices).map(([choice, label]) => (
        <option key={choice} value={choice}>
          {label}
        </option>
      ))}
    </select>
  );
}

const isEnd = ({ to }: Partial<Pick<Transition, 'to'>>) => to === null || to === 'CANCELED';
