import type { CodedText } from '../../domain/coded-text.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { parseExpression, questionsIn } from '../../domain/expression.ts';
import type { Expression } from '../../domain/expression.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { missingField } from '../../domain/field-fault.ts';
import { readConsensus } from '../../domain/fold/consensus-plan.ts';
import { parseGate } from '../../domain/rounds/gate.ts';
import type { Gate } from '../../domain/rounds/gate.ts';
import { protocolSchema } from '../../domain/protocol/protocol.ts';
import type { Protocol, ProtocolSource } from '../../domain/protocol/protocol.ts';
import type { Question, QuestionSource } from '../../domain/protocol/question.ts';
import { roundKinds } from '../../domain/rounds/round.ts';
import type { Round, RoundSource } from '../../domain/rounds/round.ts';
import { isClosed, readScale } from '../../domain/protocol/scale.ts';
import type { Scale } from '../../domain/protocol/scale.ts';
import { asList } from '../../domain/protocol/task.ts';
import type { Constraint, Task, TaskSource } from '../../domain/protocol/task.ts';
import { compileCondition } from '../../truth/protocol/condition.ts';
import {
  citationFaults,
  constraintFaults,
  questionFaults,
  scaleFaults,
  sizeFaults,
} from './protocol-checks.ts';
import { assistanceFaults, readAssistance } from './assistance-checks.ts';
import { furtherFaults, readAnnotators } from './further-checks.ts';
import { panelFaults } from './panel-checks.ts';
import { protocolLanguages } from './protocol-languages.ts';
import { noDoubts, salvageProtocol } from './salvage-protocol.ts';
import type { Doubts } from './salvage-protocol.ts';
import { byLine, printPath, schemaFaults, unknownAt, wrongAt } from '../schema-faults.ts';
import type { Finding, Path } from '../schema-faults.ts';
import { parseYaml } from '../yaml-source.ts';
import type { Read, YamlSource } from '../yaml-source.ts';

/**
 * Reads a protocol: its form by the schema, then references, expressions, gates and scales. All
 * faults come at once, each with line, path, what was expected and what was found. What `isKept`
 * was accepted before, and is never too large.
 */
export function readProtocol(text: string, isKept = false): Read<Protocol> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const source = parsed.value;
  const checked = protocolSchema.safeParse(source.value, { reportInput: true });
  if (checked.success) {
    const reader = new ProtocolReader(source, noDoubts, isKept);
    const protocol = reader.protocol(checked.data);
    return reader.faults.length === 0
      ? { ok: true, value: protocol }
      : { ok: false, faults: byLine(reader.faults) };
  }
  const rest = salvageProtocol(source.value, checked.error.issues);
  const reader = new ProtocolReader(source, rest?.doubts ?? noDoubts);
  if (rest !== null) reader.protocol(rest.protocol);
  return {
    ok: false,
    faults: byLine([...schemaFaults(checked.error.issues, source.lineOf), ...reader.faults]),
  };
}

class ProtocolReader {
  readonly faults: Fault[] = [];
  readonly #source: YamlSource;
  readonly #doubts: Doubts;
  readonly #isKept: boolean;

  constructor(source: YamlSource, doubts: Doubts, isKept = false) {
    this.#source = source;
    this.#doubts = doubts;
    this.#isKept = isKept;
  }

  protocol(source: ProtocolSource): Protocol {
    const languages = protocolLanguages(source);
    const tasks = Object.entries(source.tasks).map(([id, task]) => ({
      ...this.#task(id, task),
      ...(languages.length === 0 ? {} : { languages }),
    }));
    const rounds = Object.entries(source.rounds).map(([id, round]) =>
      this.#round(id, round, tasks, source),
    );
    for (const task of Object.keys(source.units))
      this.#refer(['units', task], task, this.#taskNames(tasks));
    for (const [at, round] of (source.truth ?? []).entries())
      this.#refer(
        ['truth', at],
        round,
        rounds.filter((one) => one.kind !== 'training').map((one) => one.id),
      );
    const known = { tasks: this.#taskNames(tasks), prompts: Object.keys(source.prompts) };
    this.#addAll(panelFaults(source.panel, known));
    const { assay: _version, ...plain } = source;
    const protocol = {
      ...plain,
      title: source.title ?? source.name,
      tasks,
      rounds,
      consensus: readConsensus(source.consensus),
      truth: source.truth ?? null,
      policies: source.policies ?? null,
      prices: source.prices ?? null,
    };
    if (!this.#isKept) this.#addAll(sizeFaults(protocol));
    return protocol;
  }

  #task(id: string, source: TaskSource): Task {
    const path = ['tasks', id];
    const scales = new Map(
      Object.entries(source.scales ?? {}).map(([name, scale]) => [
        name,
        this.#checkedScale([...path, 'scales', name], readScale(scale)),
      ]),
    );
    const questions = Object.entries(source.questions).map(([name, question]) =>
      this.#question([...path, 'questions', name], name, question, scales),
    );
    const task: Task = {
      id,
      title: source.title ?? id,
      unit: {
        id: asList(source.unit.id),
        subject: source.unit.subject ?? null,
        show: asList(source.unit.show),
        titles: source.unit.titles ?? {},
        folded: asList(source.unit.folded),
        context: asList(source.unit.context),
        place: asList(source.unit.place),
        rank: source.unit.rank ?? null,
        date: source.unit.date ?? null,
        vocabulary: source.unit.vocabulary ?? {},
        citation: source.unit.citation ?? null,
        carried: asList(source.unit.carried),
        hidden: asList(source.unit.hidden),
      },
      form: source.form,
      questions,
      constraints: source.constraints.flatMap((line, at): Constraint[] => {
        const expression = this.#expression([...path, 'constraints', at], line);
        return expression !== null &&
          this.#fitsQuestions([...path, 'constraints', at], id, expression, questions)
          ? [{ source: line, expression }]
          : [];
      }),
      asides: source.asides,
      steps: source.steps,
    };
    if (task.form === 'labels') this.#checkLabels(path, task);
    for (const { id: name, when } of questions)
      if (when !== null)
        this.#fitsQuestions([...path, 'questions', name, 'when'], id, when.expression, questions);
    this.#addAll([
      ...citationFaults(path, task),
      ...questionFaults(path, task),
      ...(this.#isKept ? [] : constraintFaults([...path, 'constraints'], task)),
    ]);
    return task;
  }

  #question(
    path: readonly string[],
    id: string,
    source: QuestionSource,
    scales: ReadonlyMap<string, Scale>,
  ): Question {
    const scale = this.#questionScale([...path, 'scale'], source.scale, scales);
    const title = source.title ?? id;
    return {
      id,
      title,
      ask: source.ask ?? title,
      help: source.help ?? null,
      scale,
      when: this.#when([...path, 'when'], source.when),
      required: source.required,
      measured: source.measured && isClosed(scale),
    };
  }

  #questionScale(
    path: readonly string[],
    source: QuestionSource['scale'],
    scales: ReadonlyMap<string, Scale>,
  ): Scale {
    if (source === undefined) return { kind: 'binary' };
    if (source === 'binary' || source === 'text' || typeof source === 'object')
      return this.#checkedScale(path, readScale(source));
    const named = scales.get(source);
    if (named !== undefined) return named;
    this.#addAll([unknownAt(path, source, oneOf(['binary', 'text', ...scales.keys()]))]);
    return { kind: 'binary' };
  }

  #checkedScale(path: readonly string[], scale: Scale): Scale {
    this.#addAll(scaleFaults(path, scale));
    return scale;
  }

  #when(path: readonly string[], source: string | undefined): Question['when'] {
    const expression = source === undefined ? null : this.#expression(path, source);
    return source === undefined || expression === null ? null : { source, expression };
  }

  #expression(path: Path, source: string): Expression | null {
    const parsed = parseExpression(source);
    if (parsed.ok) return parsed.expression;
    this.#unreadable(path, parsed.reason);
    return null;
  }

  #fitsQuestions(
    path: Path,
    task: string,
    expression: Expression,
    questions: readonly Question[],
  ): boolean {
    if (questionsIn(expression).some((name) => this.#doubts.questions.has(`${task}.${name}`)))
      return false;
    const compiled = compileCondition({ questions }, expression);
    if (!compiled.ok) for (const reason of compiled.reasons) this.#unreadable(path, reason);
    return compiled.ok;
  }

  #checkLabels(path: readonly string[], task: Task): void {
    for (const { id, scale, measured } of task.questions) {
      if (this.#doubts.questions.has(`${task.id}.${id}`)) continue;
      const fits = scale.kind === 'binary' || (scale.kind === 'ordinal' && scale.present !== null);
      const got = codedText('scale-kind', { kind: scale.kind });
      if (measured && !fits)
        this.#addAll([
          wrongAt([...path, 'questions', id, 'scale'], got, codedText('label-scales')),
        ]);
    }
  }

  #round(id: string, source: RoundSource, tasks: readonly Task[], protocol: ProtocolSource): Round {
    const path = ['rounds', id];
    const kind =
      source.kind ??
      roundKinds.find((name) => id.startsWith(name)) ??
      (id.includes('pilot') ? 'pilot' : undefined);
    if (kind === undefined)
      this.#add(path, missingField(`rounds.${id}.kind`, oneOf(['training', 'pilot', 'full'])));
    const task = source.task ?? tasks[0]!.id;
    if (source.task === undefined && this.#taskNames(tasks).length > 1)
      this.#add(path, missingField(`rounds.${id}.task`, oneOf(this.#taskNames(tasks))));
    else this.#refer([...path, 'task'], task, this.#taskNames(tasks));
    const own = tasks.find((entry) => entry.id === task) ?? null;
    const questions = own?.questions ?? null;
    const by = source.draw?.by;
    if (by !== undefined && (protocol.panel[by]?.kind ?? 'rule') !== 'rule') {
      const got = codedText('no-rule', { rule: by });
      this.#addAll([wrongAt([...path, 'draw', 'by'], got, codedText('rule-or-field'))]);
    }
    if (kind === 'training' && source.key === undefined)
      this.#add(path, missingField(`rounds.${id}.key`, codedText('key-file')));
    const gates = source.gate.flatMap((line, at) =>
      this.#gate([...path, 'gate', at], line, questions, source.key !== undefined),
    );
    const { panel } = protocol;
    const consensus = readConsensus(protocol.consensus);
    this.#addAll(assistanceFaults(path, source, { kind, task, gates, panel, consensus }));
    const isDoubted = (name: string): boolean => this.#doubts.questions.has(`${task}.${name}`);
    this.#addAll(furtherFaults(path, source, { kind, task: own, isDoubted, panel }));
    return {
      id,
      kind: kind ?? 'full',
      task,
      units: source.units === 'all' ? null : source.units,
      ...readAnnotators(source),
      draw: {
        by: by ?? null,
        floor: source.draw?.floor ?? 0,
        hard: source.draw?.hard ?? null,
        hardBy: source.draw?.hard_by ?? null,
      },
      key: source.key ?? null,
      gates,
      repeat: source.repeat?.units ?? null,
      assisted: readAssistance(source, { panel, task }),
    };
  }

  #gate(
    path: Path,
    line: string,
    questions: readonly Question[] | null,
    hasKey: boolean,
  ): readonly Gate[] {
    const parsed = parseGate(line);
    if (!parsed.ok) {
      this.#unreadable(path, parsed.reason);
      return [];
    }
    const scope = parsed.gate.kind === 'measure' ? parsed.gate.scope : null;
    const names = questions?.map((question) => question.id);
    if (scope?.kind === 'question' && names !== undefined) this.#refer(path, scope.question, names);
    if (scope?.kind === 'key' && !hasKey)
      this.#unreadable(path, codedText('key-needed', { gate: parsed.gate.source }));
    return [parsed.gate];
  }

  #taskNames(tasks: readonly Task[]): readonly string[] {
    return [...tasks.map((task) => task.id), ...this.#doubts.tasks];
  }

  #refer(path: Path, got: string, known: readonly string[]): void {
    if (!known.includes(got)) this.#addAll([unknownAt(path, got, oneOf(known))]);
  }

  #unreadable(path: Path, reason: CodedText): void {
    this.#add(path, fault('bad-expression', { field: printPath(path), reason }));
  }

  #addAll(found: readonly Finding[]): void {
    for (const one of found) this.#add(one.path, one.fault);
  }

  #add(path: Path, found: Fault): void {
    this.faults.push({ ...found, line: this.#source.lineOf(path) });
  }
}
