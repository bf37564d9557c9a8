// The parts of forms.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { t } from "../text";
import { ApiError } from "../api";
import { Boundary } from "./boundary";

interface FieldProps {
    type?: "text" | "password" | "email" | "search";
    name?: string;
    required?: boolean;
    autoComplete?: string;
    autoCapitalize?: "none" | "characters";
    spellcheck?: boolean;
    maxLength?: number;
    pattern?: string;
    label: string;
    value: string;
    onValue(value: string): void;
    hint?: ComponentChildren;
    error?: string;
}

export function Field({ label, value, onValue, hint, error, ...input }: FieldProps) {
    const id = useId();
    return (
        <div class="field">
            <label for={id}>{label}</label>
            <input
                {...(input as object)}
                id={id}
                class="input"
                value={value}
                aria-invalid={error ? "true" : undefined}
                aria-describedby={hint || error ? `${id}-hint` : undefined}
                onInput={(event) => onValue(event.currentTarget.value)}
            />
            {(hint || error) && (
                <p id={`${id}-hint`} class={error ? "error" : "hint"}>
                    {error || hint}
                </p>
            )}
        </div>
    );
}

interface SelectProps {
    label: string;
    value: string;
    onValue(value: string): void;
    options: readonly (readonly [value: string, label: string])[];
    hint?: ComponentChildren;
}

export function Select({ label, value, onValue, options, hint }: SelectProps) {
    const id = useId();
    return (
        <div class="field">
            <label for={id}>{label}</label>
            <select
                id={id}
                class="input"
                value={value}
                aria-describedby={hint ? `${id}-hint` : undefined}
                onChange={(event) => onValue(event.currentTarget.value)}
            >
                {options.map(([one, text]) => (
                    <option key={one} value={one} selected={one === value}>
                        {text}
                    </option>
                ))}
            </select>
            {hint && (
                <p id={`${id}-hint`} class="hint">
                    {hint}
                </p>
            )}
        </div>
    );
}

export interface Option {
    value: string;
    label: ComponentChildren;
    about?: string; // a sentence: makes it tall
    disabled?: boolean;
}

interface OptionsProps {
    legend: string;
    value: string;
    onValue(value: string): void;
    options: readonly Option[];
    hint?: ComponentChildren;
    grid?: boolean;
}

// One of a few, side by side.
export function Options({ legend, value, onValue, options, hint, grid }: OptionsProps) {
    const name = useId();
    return (
        <fieldset class="field" aria-describedby={hint ? `${name}-hint` : undefined}>
            <legend class="legend field-legend">{legend}</legend>
            <div class={grid ? "options grid" : "options"}>
                {options.map((one) => (
                    <label key={one.value} class={one.about ? "option tall" : "option"}>
                        <input
                            type="radio"
                            name={name}
                            value={one.value}
                            checked={one.value === value}
                            disabled={one.disabled}
                            onChange={() => onValue(one.value)}
                        />
                        <span>
                            {one.about ? (
                                <>
                                    <b>{one.label}</b>
                                    <small>{one.about}</small>
                                </>
                            ) : typeof one.label === "string" ? (
                                <span class="capital">{one.label}</span>
                            ) : (
                                one.label
                            )}
                        </span>
                    </label>
                ))}
            </div>
            {hint && (
                <p id={`${name}-hint`} class="hint">
                    {hint}
                </p>
            )}
        </fieldset>
    );
}

interface CheckProps {
    label: ComponentChildren;
    checked: boolean;
    onChecked(checked: boolean): void;
    hint?: ComponentChildren;
    disabled?: boolean;
}

export function Check({ label, checked, onChecked, hint, disabled }: CheckProps) {
    return (
        <label class="check">
            <input
                type="checkbox"
                checked={checked}
                disabled={disabled}
                onChange={(event) => onChecked(event.currentTarget.checked)}
            />
            <span>
                {label}
                {hint && <small class="hint">{hint}</small>}
            </span>
        </label>
    );
}

export function Notice({ kind = "", children }: { kind?: "" | "bad" | "good" | "warn"; children: ComponentChildren }) {
    return (
        <div class={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"}>
            <div>{children}</div>
        </div>
    );
}

export const Spinner = () => (
    <span class="spinner" role="status">
        <span class="visually-hidden">{t("web.common.loading")}</span>
    </span>
);

export const wordsOf = (error: unknown): string =>
    error instanceof ApiError && error.text ? error.text : t("web.common.failed");

// Renders within its boundary: data of another form than expected fails here and nowhere else.
function Loaded<T>({ data, children }: { data: T; children: (data: T) => ComponentChildren }) {
    return <>{children(data)}</>;
}

// Shows loaded data, a spinner, or the error.
export function Show<T>({
    of,
    children,
}: {
    of: { data: T | null; error: unknown; again(): void };
    children: (data: T) => ComponentChildren;
}) {
    if (of.data !== null)
        return (
            <Boundary of={of.data} again={of.again}>
                <Loaded data={of.data}>{children}</Loaded>
            </Boundary>
        );
    if (!of.error) return <Spinner />;
    return (
        <div class="stack-small">
            <Notice kind="bad">{wordsOf(of.error)}</Notice>
            <div>
                <button class="button small" type="button" onClick={of.again}>
                    {t("web.common.again")}
                </button>
            </div>
        </div>
    );
}

interface FormProps {
    onSend(): Promise<void>;
    action: string; // on its button
    children: ComponentChildren;
    more?: ComponentChildren; // beside the button
    kind?: "primary" | "danger";
    disabled?: boolean;
}

// A form that sends itself once at a time, and shows what the server says against it.
export function Form({ onSend, action, children, more, kind = "primary", disabled }: FormProps) {
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState("");
    const shown = useRef(true);
    useEffect(
        () => () => {
            shown.current = false;
        },
        [],
    );
    const send = async (event: Event) => {
        event.preventDefault();
        if (busy) return;
        setBusy(true);
        setError("");
        try {
            await onSend();
        } catch (refusal) {
            if (shown.current) setError(wordsOf(refusal));
        }
        if (shown.current) setBusy(false);
    };
    return (
        <form class="form" onSubmit={send} noValidate>
            {children}
            {error && <Notice kind="bad">{error}</Notice>}
            <div class="actions">
                <button type="submit" class={`button ${kind}`} disabled={busy || disabled}>
                    {action}
                </button>
                {more}
            </div>
        </form>
    );
}

// A question before something that cannot be undone.
export function Dialog({
    title,
    open,
    onClose,
    children,
}: {
    title: string;
    open: boolean;
    onClose(): void;
    children: ComponentChildren;
}) {
    const element = useRef<HTMLDialogElement>(null);
    const id = useId();
    const closing = useRef(false); // by us: its event comes later, maybe after the dialog was opened again
    useEffect(() => {
        const dialog = element.current;
        if (open && dialog && !dialog.open) dialog.showModal();
        if (!open && dialog?.open) {
            closing.current = true;
            dialog.close();
        }
    }, [open]);
    const closed = () => {
        if (!closing.current) onClose();
        closing.current = false;
    };
    return (
        <dialog
            ref={element}
            aria-labelledby={id}
            onClose={closed}
            onClick={(event) => event.target === element.current && onClose()}
        >
            {open && (
                <>
                    <h2 id={id}>{title}</h2>
                    <Boundary>{children}</Boundary>
                </>
            )}
        </dialog>
    );
}
