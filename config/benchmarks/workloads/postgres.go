package workloads

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"dev.scalelab/benchmarks/process"
)

// postgres is a separate, installed PostgreSQL, with its data in a temporary folder.
type postgres struct {
	lab      *Lab
	server   *process.Running
	programs string
	folder   string
	port     int
	owner    *syscall.Credential
}

const postgresStart = time.Minute

// postgresPrograms is the folder, not on PATH, of the programs of Debian's newest PostgreSQL.
func postgresPrograms() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // the pattern is well-formed
	if len(found) == 0 {
		return "", errors.New("no PostgreSQL below /usr/lib/postgresql: apt-get install postgresql")
	}
	return filepath.Dir(slices.Max(found)), nil
}

func (l *Lab) startPostgres(ctx context.Context) (*postgres, error) {
	p := &postgres{lab: l}
	err := p.start(ctx)
	if err != nil {
		p.close()
		return nil, fmt.Errorf("PostgreSQL: %w", err)
	}
	return p, nil
}

func (p *postgres) start(ctx context.Context) (err error) {
	if p.programs, err = postgresPrograms(); err != nil {
		return err
	}
	// Next to the lab's folder, which only its owner may enter.
	if p.folder, err = os.MkdirTemp("", "scalelab-postgres."); err != nil {
		return err
	}
	if p.port, err = process.FreePort(); err != nil {
		return err
	}
	if err = p.giveAway(); err != nil {
		return err
	}
	data := filepath.Join(p.folder, "data")
	initdb := exec.CommandContext(ctx, filepath.Join(p.programs, "initdb"), "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-sync")
	if _, err = output(p.asOwner(initdb)); err != nil {
		return err
	}
	server := p.lab.pinned(otherCore, nil, filepath.Join(p.programs, "postgres"), "-D", data,
		"-c", "listen_addresses=127.0.0.1", "-c", "port="+strconv.Itoa(p.port), "-c", "unix_socket_directories="+p.folder)
	if p.server, err = process.Start(p.asOwner(server), filepath.Join(p.lab.folder, "postgres")); err != nil {
		return err
	}
	err = p.server.Await(ctx, postgresStart, "ready", func(ctx context.Context) bool {
		_, err := p.query(ctx, "SELECT 1")
		return err == nil
	})
	if err != nil {
		return err
	}
	_, err = p.query(ctx, "CREATE ROLE scalelab LOGIN CREATEDB PASSWORD 'scalelab'")
	return err
}

// giveAway changes the folder's owner to the user postgres: the server does not run as root.
func (p *postgres) giveAway() error {
	if os.Getuid() != 0 {
		return nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return err
	}
	uid, uidErr := strconv.Atoi(account.Uid)
	gid, gidErr := strconv.Atoi(account.Gid)
	if err := errors.Join(uidErr, gidErr); err != nil {
		return err
	}
	p.owner = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(p.folder, uid, gid)
}

func (p *postgres) asOwner(command *exec.Cmd) *exec.Cmd {
	command.Dir = p.folder
	command.SysProcAttr = &syscall.SysProcAttr{Credential: p.owner}
	return command
}

// query returns the result of a statement, as the superuser.
func (p *postgres) query(ctx context.Context, statement string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, postgresStart)
	defer cancel()
	return output(exec.CommandContext(ctx, filepath.Join(p.programs, "psql"), "-h", "127.0.0.1", "-p", strconv.Itoa(p.port),
		"-U", "postgres", "-d", "postgres", "-tAc", statement))
}

// environment has the variables by which the server and the dataset tool connect to the database of this name.
func (p *postgres) environment(name string) []string {
	return []string{"DB_HOST=127.0.0.1", "DB_PORT=" + strconv.Itoa(p.port), "DB_USER=scalelab", "DB_PASSWORD=scalelab",
		"DB_NAME=" + name, "DB_TEMPLATE=" + name + "_template"}
}

func (p *postgres) close() {
	if p.server != nil {
		p.server.Stop()
	}
	_ = os.RemoveAll(p.folder) // a temporary folder; "" is none
}
