// Runs the transactions of transactions.json manually. All responses are shown as text, never as markup.
const LONGEST_ANSWER_MILLIS = 15_000;
const ANSWERS_KEPT = 50;
const $ = id => document.getElementById(id);

/** Sends one request, and returns its status, pod, milliseconds and text; status 0 if there was no response. */
async function send(method, path, body) {
  const began = performance.now();
  try {
    const answer = await fetch(path, {
      method,
      cache: 'no-store',
      headers: body ? { 'Content-Type': 'application/json' } : {},
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(LONGEST_ANSWER_MILLIS),
    });
    const text = await answer.text();
    const millis = Math.round(performance.now() - began);
    return { method, path, status: answer.status, pod: answer.headers.get('X-ScaleLab-Pod'), millis, text };
  } catch (error) {
    const text = error.name === 'TimeoutError' ? `no response within ${LONGEST_ANSWER_MILLIS / 1000} s` : String(error.message);
    return { method, path, status: 0, pod: null, millis: Math.round(performance.now() - began), text };
  }
}

const ok = answer => answer.status >= 200 && answer.status < 300;

function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text ?? '';
  if (className) made.className = className;
  return made;
}

function show(answer) {
  const item = document.createElement('li');
  item.append(
    element('code', `${answer.method} ${answer.path}`), ' ',
    element('strong', answer.status === 0 ? 'failed' : answer.status, ok(answer) ? 'good' : 'bad'), ' ',
    element('span', `${answer.millis} ms`), ' from ', element('span', answer.pod ?? 'no pod', 'pod'));
  const parsed = json(answer.text);
  if (answer.text) item.append(element('pre', parsed ? JSON.stringify(parsed, null, 2) : answer.text));
  $('answers').prepend(item);
  while ($('answers').children.length > ANSWERS_KEPT) $('answers').lastChild.remove();
}

/** Shows this browser's session as known to the servers, and the workload's view of its state. */
async function showSession(workload) {
  const answer = await send('GET', 'session');
  const { session } = json(answer.text) ?? {};
  $('session').textContent = session ? `${session.id}, ${session.ageSeconds} s old` : 'none';
  $('session-pod').textContent = answer.pod ?? answer.text;
  $('end-session').disabled = !session;
  $('state').hidden = !(session && workload.state);
  if (!$('state').hidden) {
    const state = await send('GET', workload.state);
    $('state').textContent = ok(state) ? JSON.stringify(json(state.text), null, 2) : `${state.status} ${state.text}`;
  }
}

/** Replaces each {name} in a path by the input with that name. */
const filled = (path, values) => path.replace(/\{(\w+)\}/g, (all, name) => encodeURIComponent(values[name]));

async function run(transaction, form) {
  const inputs = [...form.querySelectorAll('input')];
  for (const request of transaction.requests) {
    const values = Object.fromEntries(inputs.map(input => [input.name, input.type === 'number' ? input.valueAsNumber : input.value]));
    const body = request.body && Object.fromEntries(request.body.map(name => [name, values[name]]));
    const answer = await send(request.method, filled(request.path, values), body);
    show(answer);
    const nothingToKeep = request.keep && answer.status === 204;
    if (!ok(answer) || nothingToKeep) return;
    for (const [input, field] of Object.entries(request.keep ?? {})) {
      const value = json(answer.text)?.[field];
      document.querySelectorAll(`input[name="${input}"]`).forEach(each => (each.value = value));
    }
  }
}

function formOf(transaction, workload) {
  const form = document.createElement('form');
  form.dataset.transaction = transaction.name;
  form.append(element('h3', transaction.title));
  for (const [name, value] of Object.entries(transaction.inputs ?? {})) {
    const label = element('label', name);
    const input = document.createElement('input');
    Object.assign(input, { name, value, required: true, type: typeof value === 'number' ? 'number' : 'text' });
    if (input.type === 'number') input.min = 0;
    label.append(input);
    form.append(label);
  }
  const button = element('button', 'Run');
  form.append(button);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    button.disabled = true;
    await run(transaction, form);
    await showSession(workload);
    button.disabled = false;
  });
  return form;
}

async function begin() {
  $('trouble').hidden = true;
  $('trouble').classList.remove('unsent');
  const { workload: name } = json((await send('GET', 'session')).text) ?? {};
  const workload = json((await send('GET', 'transactions.json')).text)?.[name];
  $('workload').textContent = name ?? 'unknown';
  if (!workload) {
    $('trouble').hidden = false;
    $('trouble').textContent = `This page has no transactions for the workload ${name}, or the server did not report its workload.`;
    return;
  }
  $('transactions').append(...workload.transactions.map(transaction => formOf(transaction, workload)));
  $('end-session').addEventListener('click', async () => {
    show(await send('DELETE', 'session'));
    await showSession(workload);
  });
  await showSession(workload);
}

await begin();
