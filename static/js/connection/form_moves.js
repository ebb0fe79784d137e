/* Moves that go out as a form, through htmx. Both are fetched at the first touch or key, which is "I'm ready": who only looks
   needs neither. */

/* The road of a move, once there is htmx. */
export async function road(form, connection) {
  await loaded(connection.root.dataset.htmx);
  return new Posts(form, connection);
}

function loaded(src) {
  const script = Object.assign(document.createElement("script"), { src });
  document.head.append(script);
  return new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject }));
}

/* The answer to a move is the frame that a socket would have brought, so the connection puts it in place. */
class Posts {
  constructor(form, connection) {
    Object.assign(this, { form, connection, moves: new WeakMap() });
    form.addEventListener("htmx:configRequest", ({ detail }) => this.#fill(detail));
    form.addEventListener("htmx:afterRequest", ({ detail }) => this.#answered(detail));
  }

  /* False where the button is gone: nothing was sent. */
  send(frame, id) {
    const button = document.getElementById(id);
    if (!button) return false;
    const submit = new SubmitEvent("submit", { submitter: button, bubbles: true, cancelable: true });
    this.moves.set(submit, frame);
    this.form.dispatchEvent(submit); // htmx sends it, in its turn
    return true;
  }

  /* What was seen when the finger came down, and not what the form says by now. */
  #fill({ parameters, triggeringEvent }) {
    const { t, id, aid, seq, ...measured } = this.moves.get(triggeringEvent);
    delete parameters.id;
    Object.assign(parameters, { t, aid, ...(id && { id, seq }), measured: JSON.stringify(measured) });
  }

  #answered({ xhr, successful, requestConfig }) {
    if (xhr.status === 403 || xhr.status === 404) return location.reload();
    if (successful) return this.connection.hear(xhr.responseText);
    this.connection.unsent(requestConfig.parameters.aid);
  }
}
