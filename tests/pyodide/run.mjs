// Runs pytest in Pyodide, CPython for browsers, under node:
//
//     node run.mjs FOLDER_OF_PYODIDE FOLDER_OF_LIBRARIES PROJECT [WORDS FOR PYTEST]...
//
// The folders of this machine are there as /libraries and /project. The exit status is pytest's.
import { pathToFileURL } from "node:url";

const [modules, libraries, project, ...words] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide.mjs`).href);
const pyodide = await loadPyodide();
for (const [name, folder] of [["libraries", libraries], ["project", project]]) {
  pyodide.FS.mkdir(`/${name}`);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, `/${name}`);
}
pyodide.globals.set("words", pyodide.toPy(words));
process.exitCode = pyodide.runPython(`
import os, sys

sys.dont_write_bytecode = True
sys.path[:0] = ["/libraries", "/project/src"]
os.chdir("/project")
import pytest

print("Python", sys.version)
int(pytest.main(["-p", "no:cacheprovider", *words]))
`);
