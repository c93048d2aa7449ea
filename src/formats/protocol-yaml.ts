import { parseExpression } from '../domain/expression.ts';
import type { Expression } from '../domain/expression.ts';
import { fault, printChoice } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { readConsensus } from '../domain/consensus-plan.ts';
import { parseGate } from '../domain/gate.ts';
import type { Gate } from '../domain/gate.ts';
import { protocolSchema } from '../domain/protocol.ts';
import type { Protocol, ProtocolSource } from '../domain/protocol.ts';
import type { Question, QuestionSource } from '../domain/question.ts';
import { roundKinds } from '../domain/round.ts';
import type { Round, RoundSource } from '../domain/round.ts';
import { isClosed, readScale, scaleAnswers } from '../domain/scale.ts';
import type { Scale } from '../domain/scale.ts';
import { asList } from '../domain/task.ts';
import type { Constraint, Task, TaskSource } from '../domain/task.ts';
import { compileCondition } from '../truth/condition.ts';
import { componentSize, largestComponent } from '../truth/constraints.ts';
import { printPath, readYaml } from './yaml-source.ts';
import type { Read, YamlSource } from './yaml-source.ts';

/**
 * Reads a protocol file: its form by the schema, then what the schema cannot say (references, expressions, gates, scales). All
 * faults are reported at once, each with its line, path, what was expected and what came.
 */
export function readProtocol(text: string): Read<Protocol> {
  const read = readYaml(text, protocolSchema);
  if (!read.ok) return read;
  const reader = new ProtocolReader(read.value.source);
  const protocol = reader.protocol(read.value.value);
  return reader.faults.length === 0 ? { ok: true, value: protocol } : { ok: false, faults: reader.faults };
}

class ProtocolReader {
  readonly faults: Fault[] = [];
  readonly #source: YamlSource;

  constructor(source: YamlSource) {
    this.#source = source;
  }

  protocol(source: ProtocolSource): Protocol {
    const tasks = Object.entries(source.tasks).map(([id, task]) => this.#task(id, task));
    const rounds = Object.entries(source.rounds).map(([id, round]) => this.#round(id, round, tasks, source));
    for (const task of Object.keys(source.units)) this.#refer(['units', task], task, tasks.map((entry) => entry.id), 'a task');
    return {
      name: source.name,
      title: source.title ?? source.name,
      simulated: source.simulated,
      guideline: source.guideline,
      units: source.units,
      tasks,
      panel: source.panel,
      rounds,
      consensus: readConsensus(source.consensus),
      monitor: source.monitor,
      release: source.release,
      effort: source.effort,
      policies: source.policies ?? null,
    };
  }

  #task(id: string, source: TaskSource): Task {
    const path = ['tasks', id];
    const scales = new Map(Object.entries(source.scales ?? {}).map(([name, scale]) => [name, this.#scale([...path, 'scales', name], readScale(scale))]));
    const questions = Object.entries(source.questions).map(([name, question]) => this.#question([...path, 'questions', name], name, question, scales));
    const task: Task = {
      id,
      title: source.title ?? id,
      unit: {
        id: asList(source.unit.id),
        subject: source.unit.subject ?? null,
        show: asList(source.unit.show),
        folded: asList(source.unit.folded),
        context: asList(source.unit.context),
        place: asList(source.unit.place),
        rank: source.unit.rank ?? null,
        date: source.unit.date ?? null,
        vocabulary: source.unit.vocabulary ?? {},
        hidden: asList(source.unit.hidden),
      },
      form: source.form,
      questions,
      constraints: source.constraints.flatMap((line, at): Constraint[] => {
        const expression = this.#expression([...path, 'constraints', at], line);
        return expression !== null && this.#fitsQuestions([...path, 'constraints', at], expression, questions) ? [{ source: line, expression }] : [];
      }),
      asides: source.asides,
      steps: source.steps,
    };
    if (task.form === 'labels') this.#checkLabels(path, questions);
    for (const { id: name, when } of questions) if (when !== null) this.#fitsQuestions([...path, 'questions', name, 'when'], when.expression, questions);
    const size = componentSize(task);
    if (size > largestComponent) {
      this.#add([...path, 'constraints'], fault('wrong-value', { field: printPath([...path, 'constraints']), came: `constraints over ${size} combinations of answers`, expected: `at most ${largestComponent}; tie fewer questions together` }));
    }
    return task;
  }

  #question(path: readonly string[], id: string, source: QuestionSource, scales: ReadonlyMap<string, Scale>): Question {
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

  #questionScale(path: readonly string[], source: QuestionSource['scale'], scales: ReadonlyMap<string, Scale>): Scale {
    if (source === undefined) return { kind: 'binary' };
    if (source === 'binary' || source === 'text' || typeof source === 'object') return this.#scale(path, readScale(source));
    const named = scales.get(source);
    if (named !== undefined) return named;
    this.#add(path, fault('unknown-reference', { field: printPath(path), came: source, expected: printChoice(['binary', 'text', ...scales.keys()]) }));
    return { kind: 'binary' };
  }

  #scale(path: readonly string[], scale: Scale): Scale {
    const values = scaleAnswers(scale).map(String);
    const twice = values.find((value, at) => values.indexOf(value) !== at);
    if (twice !== undefined) this.#add(path, fault('wrong-value', { field: printPath(path), came: `${twice} twice`, expected: 'each value once' }));
    if (scale.kind === 'ordinal') {
      for (const [name, value] of [['present', scale.present], ['ticked', scale.ticked]] as const) {
        if (value !== null && !values.includes(String(value))) this.#add([...path, name], fault('wrong-value', { field: printPath([...path, name]), came: String(value), expected: printChoice(values) }));
      }
    }
    return scale;
  }

  #when(path: readonly string[], source: string | undefined): Question['when'] {
    const expression = source === undefined ? null : this.#expression(path, source);
    return source === undefined || expression === null ? null : { source, expression };
  }

  #expression(path: readonly PropertyKey[], source: string): Expression | null {
    const parsed = parseExpression(source);
    if (parsed.ok) return parsed.expression;
    this.#unreadable(path, parsed.reason);
    return null;
  }

  #fitsQuestions(path: readonly PropertyKey[], expression: Expression, questions: readonly Question[]): boolean {
    const compiled = compileCondition({ questions }, expression);
    if (!compiled.ok) for (const reason of compiled.reasons) this.#unreadable(path, reason);
    return compiled.ok;
  }

  #checkLabels(path: readonly string[], questions: readonly Question[]): void {
    for (const { id, scale, measured } of questions) {
      const fits = scale.kind === 'binary' || (scale.kind === 'ordinal' && scale.present !== null);
      if (measured && !fits) this.#add([...path, 'questions', id], fault('wrong-value', { field: printPath([...path, 'questions', id, 'scale']), came: `a ${scale.kind} scale`, expected: 'binary, or ordinal with present, in a form of labels' }));
    }
  }

  #round(id: string, source: RoundSource, tasks: readonly Task[], protocol: ProtocolSource): Round {
    const path = ['rounds', id];
    const kind = source.kind ?? roundKinds.find((name) => id.startsWith(name)) ?? (id.includes('pilot') ? 'pilot' : undefined);
    if (kind === undefined) this.#add(path, fault('missing-field', { field: `rounds.${id}.kind`, expected: 'training, pilot or full' }));
    const task = source.task ?? tasks[0]!.id;
    if (source.task === undefined && tasks.length > 1) this.#add(path, fault('missing-field', { field: `rounds.${id}.task`, expected: printChoice(tasks.map((entry) => entry.id)) }));
    else this.#refer([...path, 'task'], task, tasks.map((entry) => entry.id), 'a task');
    const questions = tasks.find((entry) => entry.id === task)?.questions ?? [];
    const by = source.draw?.by;
    if (by !== undefined && protocol.panel[by] !== undefined && protocol.panel[by].kind !== 'rule') {
      this.#add([...path, 'draw', 'by'], fault('wrong-value', { field: `rounds.${id}.draw.by`, came: `${by}, which is no rule`, expected: 'a rule of the panel or a field of the unit' }));
    }
    if (kind === 'training' && source.key === undefined) this.#add(path, fault('missing-field', { field: `rounds.${id}.key`, expected: 'the file with the known answers of a training round' }));
    return {
      id,
      kind: kind ?? 'full',
      task,
      units: source.units === 'all' ? null : source.units,
      annotators: source.annotators === 'all' ? null : source.annotators,
      draw: { by: by ?? null, floor: source.draw?.floor ?? 0, hard: source.draw?.hard ?? null, hardBy: source.draw?.hard_by ?? null },
      key: source.key ?? null,
      gates: source.gate.flatMap((line, at) => this.#gate([...path, 'gate', at], line, questions)),
      repeat: source.repeat?.units ?? null,
    };
  }

  #gate(path: readonly PropertyKey[], line: string, questions: readonly Question[]): readonly Gate[] {
    const parsed = parseGate(line);
    if (!parsed.ok) {
      this.#unreadable(path, parsed.reason);
      return [];
    }
    if (parsed.gate.kind === 'measure' && parsed.gate.scope.kind === 'question') this.#refer(path, parsed.gate.scope.question, questions.map((question) => question.id), 'a question');
    return [parsed.gate];
  }

  #refer(path: readonly PropertyKey[], came: string, known: readonly string[], what: string): void {
    if (known.includes(came)) return;
    this.#add(path, fault('unknown-reference', { field: printPath(path), came, expected: known.length === 0 ? what : printChoice(known) }));
  }

  #unreadable(path: readonly PropertyKey[], reason: string): void {
    this.#add(path, fault('bad-expression', { field: printPath(path), reason: `${printPath(path)}: ${reason}` }));
  }

  #add(path: readonly PropertyKey[], found: Fault): void {
    this.faults.push({ ...found, line: this.#source.lineOf(path) });
  }
}
